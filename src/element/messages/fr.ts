/** The texts in French. @module */
import type { Messages } from './messages.js'

export const messages: Messages = {
  loading: 'Un instant…',
  tryAgain: 'Réessayer',
  cancel: 'Annuler',

  signInHeading: 'Connectez-vous à votre portefeuille',
  chooseWay: 'Choisissez comment vous connecter.',
  withPasskey: 'Utiliser une clé d’accès',
  withCode: 'Recevoir un code par e-mail',
  withText: 'Recevoir un code par SMS',
  codeTo: 'à {address}',
  withProvider: 'Continuer avec {provider}',
  yourProvider: 'votre fournisseur',
  noWay:
    'Il n’est pas encore possible de se connecter à ce portefeuille depuis cette page. Contactez l’assistance pour configurer un accès.',
  noWayHeading: 'Connexion impossible ici pour l’instant',
  onlyPasskey:
    'Ce portefeuille s’ouvre avec une clé d’accès, mais ce navigateur ne peut pas en utiliser sur cette page. Ouvrez la page dans un navigateur à jour ou sur l’appareil où se trouve votre clé d’accès.',
  onlyPasskeyHeading: 'Ce navigateur ne peut pas utiliser votre clé d’accès',
  passkeyOpenHeading: 'Utilisez votre clé d’accès',
  passkeyOpen: 'Suivez les étapes affichées par votre navigateur.',
  providerOpen: 'Terminez la connexion avec {provider} dans l’autre fenêtre, puis revenez ici.',
  sendingCode: 'Envoi du code…',
  checking: 'Vérification…',
  codeHeading: 'Saisissez votre code',
  codeSent: 'Nous avons envoyé un code à {address}.',
  codeLabel: 'Code reçu par e-mail',
  textLabel: 'Code reçu par SMS',
  codeSubmit: 'Se connecter',
  codeExpires: 'Le code expire dans {time}.',
  codeExpired: 'Le code a expiré. Demandez-en un nouveau.',
  resend: 'Recevoir un nouveau code',
  resendIn: 'Nouveau code dans {time}',
  resent: 'Un nouveau code arrive. Les codes précédents ne sont plus valables.',
  otherWay: 'Se connecter autrement',
  signedIn: 'Vous êtes connecté',
  signedInWith: 'Connecté avec {name}.',

  sessionExpired: 'Votre session a expiré. Reconnectez-vous pour continuer.',
  sessionRevoked: 'Vous avez été déconnecté. Reconnectez-vous pour continuer.',
  interrupted: 'Votre dernière connexion a été interrompue. Reconnectez-vous pour continuer.',
  offlineHeading: 'Vous êtes hors ligne',
  offline:
    'Vérifiez votre connexion Internet. La page reprendra automatiquement dès que vous serez de nouveau en ligne.',
  unreachableHeading: 'Impossible d’accéder à votre portefeuille',
  notSecure:
    'Votre portefeuille ne s’ouvre qu’avec une connexion sécurisée. Ouvrez cette page avec une adresse qui commence par https.',

  network: 'Impossible d’établir la connexion. Vérifiez votre connexion Internet et réessayez.',
  unavailable: 'Le service est indisponible pour le moment. Patientez une minute et réessayez.',
  reload: 'Une partie de cette page n’a pas été chargée. Rechargez la page.',
  loggedOut: 'Vous n’êtes plus connecté à ce site. Reconnectez-vous, puis revenez ici.',
  broken:
    'Une erreur s’est produite de notre côté. Réessayez. Si l’erreur se reproduit, contactez l’assistance.',
  maybeDone:
    'Nous n’avons pas reçu de réponse. Si vous attendez un code, consultez vos messages avant d’en demander un autre. Sinon, reconnectez-vous.',
  notAllowed:
    'Vous ne pouvez pas utiliser ce portefeuille ici. Ouvrez ce site à son adresse habituelle ou connectez-vous avec le bon compte.',
  tooMany: 'Trop de tentatives. Réessayez à la fin du compte à rebours affiché sur le bouton.',
  tooSoon: 'Il est trop tôt pour demander un autre code. Vous pouvez encore saisir le dernier code reçu.',
  busy: 'Une autre opération est en cours. Attendez qu’elle se termine, puis réessayez.',
  wayGone: 'Ce moyen de connexion n’est plus disponible. Choisissez-en un autre.',
  codeWrong: 'Ce code est incorrect ou a expiré. Utilisez le plus récent ou demandez un nouveau code.',
  codeMissing: 'Saisissez le code.',
  onlyWayUnused: 'Vous n’êtes pas encore connecté. Réessayez.',
  passkeyUnused: 'Votre clé d’accès n’a pas été utilisée. Réessayez ou connectez-vous autrement.',
  passkeyTimeout: 'Cela a pris trop de temps. Gardez votre appareil à portée de main et réessayez.',
  passkeyUnsupported: 'Ce navigateur ne prend pas en charge les clés d’accès. Connectez-vous autrement.',
  passkeyNotHere: 'Les clés d’accès ne fonctionnent pas sur cette page. Connectez-vous autrement.',
  passkeyPending: 'Une autre demande de clé d’accès est ouverte. Fermez-la et réessayez.',
  onlyWayFailed: 'Cela n’a pas été accepté. Réessayez ou contactez l’assistance.',
  passkeyFailed: 'Votre clé d’accès n’a pas été acceptée. Réessayez ou connectez-vous autrement.',
  providerStopped: 'Vous n’avez pas terminé la connexion. Réessayez ou connectez-vous autrement.',
  providerTimeout: 'Cela a pris trop de temps. Réessayez et terminez la connexion dans l’autre fenêtre.',
  providerFailed: 'Ce compte n’a pas été accepté pour ce portefeuille. Réessayez avec le bon compte.',
  popupBlocked:
    'Votre navigateur a bloqué la fenêtre. Autorisez les fenêtres pop-up pour ce site et réessayez.',
  otherBrowser: 'Ce navigateur ne le permet pas. Ouvrez cette page dans votre navigateur habituel.',

  payHeading: 'Confirmez votre paiement',
  youSend: 'Vous envoyez',
  exactAmount: 'Montant exact',
  to: 'À',
  receiverGets: 'Le destinataire reçoit',
  fee: 'Frais (inclus)',
  noFee: 'Sans frais',
  rate: 'Taux de change',
  validFor: 'L’offre expire dans',
  pay: 'Envoyer {amount}',
  quoteExpired: 'Cette offre a expiré. Demandez une nouvelle offre pour continuer.',
  newQuote: 'Demander une nouvelle offre',
  signInFirst: 'Connectez-vous à votre portefeuille pour confirmer ce paiement.',
  paying: 'Envoi de votre paiement…',
  paidHeading: 'Paiement envoyé',
  paid: '{receiver} reçoit {amount}.',
  youPaid: 'Vous avez payé',
  date: 'Date',
  reference: 'Référence',
  onItsWayHeading: 'Paiement en cours',
  onItsWay: 'Votre paiement a été accepté et est en cours de traitement. Vous n’avez rien à faire.',
  notPaidHeading: 'Paiement non abouti',
  notPaid: 'Votre paiement n’a pas abouti. Vérifiez votre solde avant de réessayer.',
  doubtHeading: 'Nous vérifions votre paiement',
  doubt:
    'Nous n’avons pas encore pu confirmer votre paiement. Réessayez\u202f; vous ne paierez pas deux fois.',
  payRefused:
    'Votre paiement n’a pas été accepté. Rien n’a été envoyé. Demandez une nouvelle offre pour réessayer.',
  payNotYet:
    'Une clé d’accès a été ajoutée ou supprimée récemment\u202f; rien n’a donc été envoyé. Vous pourrez effectuer ce paiement à partir du {time}.',
  payNeedsPasskey:
    'Ce paiement nécessite une clé d’accès. Rien n’a été envoyé. Ajoutez-en une à votre portefeuille, puis réessayez.',
  payAfterPasskey: 'Rien n’a été envoyé. Connectez-vous avec votre clé d’accès, puis confirmez le paiement.',
  payNever:
    'Votre clé d’accès ne peut pas servir aux paiements. Rien n’a été envoyé. Contactez l’assistance.',
  lowBalance:
    'Votre solde est insuffisant pour ce paiement. Rien n’a été envoyé. Ajoutez des fonds ou envoyez moins.',
  notConfirmed:
    'Vous n’avez pas confirmé le paiement\u202f; rien n’a donc été envoyé. Réessayez quand vous le souhaitez.',
  signInAgain: 'Rien n’a été envoyé. Reconnectez-vous, puis confirmez le paiement.',
  accountEnding: 'Compte se terminant par {digits}',

  authorizeHeading: 'Confirmez que c’est bien vous',
  authorizeByText:
    'Votre paiement n’a pas encore été envoyé. Saisissez le code que nous avons envoyé sur votre téléphone.',
  authorizeByApp:
    'Votre paiement n’a pas encore été envoyé. Saisissez le code de votre application d’authentification.',
  authorizeByCode: 'Votre paiement n’a pas encore été envoyé. Saisissez le code que nous vous avons envoyé.',
  authorizeByPasskey: 'Votre paiement n’a pas encore été envoyé. Confirmez-le avec votre clé d’accès.',
  authorizeWhat: 'Vous confirmez',
  purposeConversion: 'Conversion de devise',
  purposePayout: 'Versement',
  purposeTransfer: 'Virement',
  purposeOther: 'Paiement',
  appLabel: 'Code de votre application d’authentification',
  plainLabel: 'Code',
  authorizeSubmit: 'Confirmer le paiement',
  authorizeWithPasskey: 'Confirmer avec votre clé d’accès',
  authorizeTime: 'Temps restant\u00a0: {time}',
  notNow: 'Pas maintenant',
  nextStep: 'C’est fait. Encore une étape, puis votre paiement sera envoyé.',
  stillWaiting: 'Votre paiement attend toujours votre confirmation. Rien n’a été envoyé.',
  appCodeWrong:
    'Ce code est incorrect ou a expiré. Saisissez celui que votre application affiche maintenant.',
  codeMaybeSent:
    'Nous n’avons pas reçu de réponse. Un nouveau code est peut-être en route\u202f; vérifiez votre téléphone avant d’en demander un autre.',
  paymentPasskeyUnused:
    'Votre clé d’accès n’a pas été utilisée et rien n’a été envoyé. Réessayez quand vous le souhaitez.',
  paymentPasskeyFailed: 'Votre clé d’accès n’a pas été acceptée et rien n’a été envoyé. Réessayez.',
  paymentPasskeyNotHere:
    'Vous ne pouvez pas utiliser votre clé d’accès ici, et rien n’a été envoyé. Ouvrez cette page dans un navigateur à jour ou sur l’appareil où se trouve votre clé d’accès.',
  authorizeLocked:
    'Trop de réponses incorrectes. Vous ne pouvez pas confirmer de paiement pendant un moment. Rien n’a été envoyé. Réessayez plus tard ou contactez l’assistance.',
  authorizeElsewhere:
    'Votre identité doit être vérifiée avant que vous puissiez confirmer des paiements. Rien n’a été envoyé. Contactez l’assistance.',
  authorizeDoubt:
    'Nous n’avons pas reçu de réponse et ne savons pas encore si votre paiement a été envoyé. Nous vérifions. Vous ne paierez pas deux fois.',
  authorizeLateHeading: 'Le temps est écoulé',
  authorizeLate:
    'Vous n’avez pas confirmé à temps\u202f; ce paiement va donc être clôturé. Le résultat s’affichera ici.',
  checkAgain: 'Vérifier à nouveau',

  agree: 'Confirmer',
  askedBy: 'Cette demande vient de {site}.',
  askCreateCredential: 'Ajouter ce moyen de connexion\u202f?',
  askRevokeCredential: 'Supprimer ce moyen de connexion\u202f?',
  askRefreshSession: 'Rester connecté\u202f?',
  askRevokeSession: 'Mettre fin à cette session\u202f?',
  askRevokeAllSessions: 'Mettre fin à toutes les sessions sur tous les appareils\u202f?',
  askRevokeOtherSessions: 'Mettre fin à toutes les autres sessions\u202f?',
  askExportWallet: 'Afficher la phrase de récupération\u202f?',
  exportWarning: 'Toute personne qui voit cette phrase a le contrôle total de ce portefeuille.',
  askHide: 'Masquer l’activité de ce portefeuille aux autres\u202f?',
  askShow: 'Rendre l’activité de ce portefeuille visible aux autres\u202f?',
  askSignedRequest: 'Signer cette demande\u202f?',
  clickDropped: 'Rien ne s’est passé. Attendez une seconde, puis réessayez.',
}
