/** The texts in German. @module */
import type { Messages } from './messages.js'

export const messages: Messages = {
  loading: 'Einen Moment\u00a0…',
  tryAgain: 'Erneut versuchen',
  cancel: 'Abbrechen',

  signInHeading: 'In Ihrer Wallet anmelden',
  chooseWay: 'Wählen Sie, wie Sie sich anmelden möchten.',
  withPasskey: 'Mit Passkey anmelden',
  withCode: 'Code per E-Mail senden',
  withText: 'Code per SMS senden',
  codeTo: 'an {address}',
  withProvider: 'Weiter mit {provider}',
  yourProvider: 'Ihrem Anbieter',
  noWay:
    'Für diese Wallet gibt es auf dieser Seite noch keine Anmeldemöglichkeit. Wenden Sie sich an den Support.',
  noWayHeading: 'Anmeldung hier noch nicht möglich',
  onlyPasskey:
    'Diese Wallet öffnen Sie mit einem Passkey, aber dieser Browser kann hier keine Passkeys verwenden. Öffnen Sie die Seite in einem aktuellen Browser oder auf dem Gerät, auf dem Ihr Passkey gespeichert ist.',
  onlyPasskeyHeading: 'Dieser Browser kann Ihren Passkey nicht verwenden',
  passkeyOpenHeading: 'Passkey verwenden',
  passkeyOpen: 'Folgen Sie den Schritten, die Ihr Browser anzeigt.',
  providerOpen:
    'Schließen Sie die Anmeldung mit {provider} im anderen Fenster ab und kommen Sie dann hierher zurück.',
  sendingCode: 'Der Code wird gesendet\u00a0…',
  checking: 'Wird geprüft\u00a0…',
  codeHeading: 'Code eingeben',
  codeSent: 'Wir haben einen Code an {address} gesendet.',
  codeLabel: 'Code aus der E-Mail',
  textLabel: 'Code aus der SMS',
  codeSubmit: 'Anmelden',
  codeExpires: 'Der Code läuft in {time} ab.',
  codeExpired: 'Der Code ist abgelaufen. Fordern Sie einen neuen an.',
  resend: 'Neuen Code anfordern',
  resendIn: 'Neuer Code in {time}',
  resent: 'Ein neuer Code ist unterwegs. Frühere Codes gelten nicht mehr.',
  otherWay: 'Auf andere Weise anmelden',
  signedIn: 'Sie sind angemeldet',
  signedInWith: 'Angemeldet mit {name}.',

  sessionExpired: 'Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an.',
  sessionRevoked: 'Sie wurden abgemeldet. Melden Sie sich erneut an.',
  interrupted: 'Ihre letzte Anmeldung wurde unterbrochen. Melden Sie sich erneut an.',
  offlineHeading: 'Sie sind offline',
  offline: 'Prüfen Sie Ihre Internetverbindung. Sobald Sie wieder online sind, geht es automatisch weiter.',
  unreachableHeading: 'Ihre Wallet ist nicht erreichbar',
  notSecure:
    'Ihre Wallet lässt sich nur über eine sichere Verbindung öffnen. Rufen Sie diese Seite unter einer Adresse auf, die mit https beginnt.',

  network:
    'Es konnte keine Verbindung hergestellt werden. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
  unavailable: 'Der Dienst ist gerade nicht verfügbar. Versuchen Sie es in einer Minute erneut.',
  reload: 'Ein Teil dieser Seite wurde nicht geladen. Laden Sie die Seite neu.',
  loggedOut:
    'Sie sind auf dieser Website nicht mehr angemeldet. Melden Sie sich erneut an und kommen Sie dann hierher zurück.',
  broken:
    'Bei uns ist etwas schiefgelaufen. Versuchen Sie es erneut und wenden Sie sich an den Support, wenn der Fehler wieder auftritt.',
  maybeDone:
    'Wir haben keine Antwort erhalten. Wenn Sie auf einen Code warten, sehen Sie zuerst in Ihren Nachrichten nach. Andernfalls melden Sie sich erneut an.',
  notAllowed:
    'Sie können diese Wallet hier nicht nutzen. Öffnen Sie diese Website unter ihrer üblichen Adresse oder melden Sie sich mit dem richtigen Konto an.',
  tooMany:
    'Zu viele Versuche. Versuchen Sie es erneut, sobald der Countdown auf der Schaltfläche abgelaufen ist.',
  tooSoon:
    'Für einen weiteren Code ist es noch zu früh. Sie können den zuletzt erhaltenen Code noch eingeben.',
  busy: 'Ein anderer Vorgang läuft noch. Warten Sie, bis er abgeschlossen ist, und versuchen Sie es dann erneut.',
  wayGone: 'Diese Anmeldemöglichkeit gibt es nicht mehr. Wählen Sie eine andere.',
  codeWrong:
    'Dieser Code ist falsch oder abgelaufen. Verwenden Sie den neuesten oder fordern Sie einen neuen an.',
  codeVoid: 'Dieser Code wurde nicht akzeptiert und gilt vielleicht nicht mehr. Fordern Sie einen neuen an.',
  codeMissing: 'Geben Sie den Code ein.',
  onlyWayUnused: 'Sie sind noch nicht angemeldet. Versuchen Sie es erneut.',
  passkeyUnused:
    'Ihr Passkey wurde nicht verwendet. Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.',
  passkeyTimeout: 'Das hat zu lange gedauert. Halten Sie Ihr Gerät bereit und versuchen Sie es erneut.',
  passkeyUnsupported: 'Dieser Browser kann keine Passkeys verwenden. Melden Sie sich auf andere Weise an.',
  passkeyNotHere: 'Auf dieser Seite funktionieren Passkeys nicht. Melden Sie sich auf andere Weise an.',
  passkeyPending:
    'Eine andere Passkey-Anfrage ist noch offen. Schließen Sie sie und versuchen Sie es erneut.',
  onlyWayFailed: 'Das wurde nicht akzeptiert. Versuchen Sie es erneut oder wenden Sie sich an den Support.',
  passkeyFailed:
    'Ihr Passkey wurde nicht akzeptiert. Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.',
  providerStopped:
    'Sie haben die Anmeldung nicht abgeschlossen. Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.',
  providerTimeout:
    'Das hat zu lange gedauert. Versuchen Sie es erneut und schließen Sie die Anmeldung im anderen Fenster ab.',
  providerFailed:
    'Dieses Konto wurde für diese Wallet nicht akzeptiert. Versuchen Sie es mit dem richtigen Konto erneut.',
  popupBlocked:
    'Ihr Browser hat das Fenster blockiert. Erlauben Sie Pop-ups für diese Website und versuchen Sie es erneut.',
  otherBrowser: 'Dieser Browser kann das nicht. Öffnen Sie diese Seite in Ihrem gewohnten Browser.',

  payHeading: 'Zahlung bestätigen',
  youSend: 'Sie senden',
  exactAmount: 'Genauer Betrag',
  to: 'An',
  receiverGets: 'Empfänger erhält',
  fee: 'Gebühr (enthalten)',
  noFee: 'Keine Gebühr',
  rate: 'Wechselkurs',
  validFor: 'Angebot gültig für',
  pay: '{amount} senden',
  quoteExpired: 'Dieses Angebot ist abgelaufen. Fordern Sie ein neues Angebot an.',
  newQuote: 'Neues Angebot anfordern',
  signInFirst: 'Melden Sie sich in Ihrer Wallet an, um diese Zahlung zu bestätigen.',
  paying: 'Ihre Zahlung wird gesendet\u00a0…',
  paidHeading: 'Zahlung gesendet',
  paid: '{receiver} erhält {amount}.',
  youPaid: 'Sie haben gezahlt',
  date: 'Datum',
  reference: 'Referenz',
  onItsWayHeading: 'Zahlung unterwegs',
  onItsWay: 'Ihre Zahlung wurde angenommen und wird verarbeitet. Sie müssen nichts weiter tun.',
  notPaidHeading: 'Zahlung nicht abgeschlossen',
  notPaid: 'Ihre Zahlung war nicht erfolgreich. Prüfen Sie Ihren Kontostand, bevor Sie es erneut versuchen.',
  doubtHeading: 'Wir prüfen Ihre Zahlung',
  doubt:
    'Wir konnten Ihre Zahlung noch nicht bestätigen. Versuchen Sie es erneut; der Betrag wird nicht doppelt abgebucht.',
  payRefused:
    'Ihre Zahlung wurde nicht angenommen. Es wurde nichts gesendet. Fordern Sie ein neues Angebot an, um es erneut zu versuchen.',
  payNotYet:
    'Vor Kurzem wurde ein Passkey hinzugefügt oder entfernt, deshalb wurde nichts gesendet. Sie können diese Zahlung ab {time} ausführen.',
  payNeedsPasskey:
    'Für diese Zahlung brauchen Sie einen Passkey. Es wurde nichts gesendet. Fügen Sie Ihrer Wallet einen hinzu und versuchen Sie es dann erneut.',
  addPasskey: 'Passkey hinzufügen',
  payAfterPasskey:
    'Es wurde nichts gesendet. Melden Sie sich mit Ihrem Passkey an und bestätigen Sie dann die Zahlung.',
  payNever:
    'Mit Ihrem Passkey können Sie nicht bezahlen. Es wurde nichts gesendet. Wenden Sie sich an den Support.',
  lowBalance:
    'Ihr Guthaben reicht für diese Zahlung nicht aus. Es wurde nichts gesendet. Laden Sie Guthaben auf oder senden Sie weniger.',
  notConfirmed:
    'Sie haben die Zahlung nicht bestätigt, deshalb wurde nichts gesendet. Versuchen Sie es erneut, wenn Sie so weit sind.',
  signInAgain: 'Es wurde nichts gesendet. Melden Sie sich erneut an und bestätigen Sie dann die Zahlung.',
  accountEnding: 'Konto mit der Endung {digits}',

  authorizeHeading: 'Bestätigen Sie, dass Sie es sind',
  authorizeByText:
    'Ihre Zahlung wurde noch nicht gesendet. Geben Sie den Code ein, den wir an Ihr Telefon gesendet haben.',
  authorizeByApp:
    'Ihre Zahlung wurde noch nicht gesendet. Geben Sie den Code aus Ihrer Authenticator-App ein.',
  authorizeByCode:
    'Ihre Zahlung wurde noch nicht gesendet. Geben Sie den Code ein, den wir Ihnen gesendet haben.',
  authorizeByPasskey: 'Ihre Zahlung wurde noch nicht gesendet. Bestätigen Sie sie mit Ihrem Passkey.',
  authorizeWhat: 'Sie bestätigen',
  purposeConversion: 'Währungsumrechnung',
  purposePayout: 'Auszahlung',
  purposeTransfer: 'Überweisung',
  purposeOther: 'Zahlung',
  appLabel: 'Code aus Ihrer Authenticator-App',
  plainLabel: 'Ihr Code',
  authorizeSubmit: 'Zahlung bestätigen',
  authorizeWithPasskey: 'Mit Passkey bestätigen',
  authorizeTime: 'Verbleibende Zeit: {time}',
  notNow: 'Nicht jetzt',
  nextStep: 'Das hat geklappt. Vor dem Senden Ihrer Zahlung folgt noch ein weiterer Schritt.',
  stillWaiting: 'Ihre Zahlung wartet noch auf Ihre Bestätigung. Es wurde nichts gesendet.',
  appCodeWrong: 'Dieser Code ist falsch oder abgelaufen. Geben Sie den Code ein, den Ihre App jetzt anzeigt.',
  codeMaybeSent:
    'Wir haben keine Antwort erhalten. Vielleicht ist ein neuer Code unterwegs. Sehen Sie auf Ihrem Telefon nach, bevor Sie einen weiteren anfordern.',
  paymentPasskeyUnused:
    'Ihr Passkey wurde nicht verwendet und es wurde nichts gesendet. Versuchen Sie es erneut, wenn Sie so weit sind.',
  paymentPasskeyFailed:
    'Ihr Passkey wurde nicht akzeptiert und es wurde nichts gesendet. Versuchen Sie es erneut.',
  paymentPasskeyNotHere:
    'Hier können Sie Ihren Passkey nicht verwenden. Es wurde nichts gesendet. Öffnen Sie diese Seite in einem aktuellen Browser oder auf dem Gerät, auf dem Ihr Passkey gespeichert ist.',
  authorizeLocked:
    'Zu viele falsche Eingaben. Sie können vorübergehend keine Zahlungen bestätigen. Es wurde nichts gesendet. Versuchen Sie es später erneut oder wenden Sie sich an den Support.',
  authorizeElsewhere:
    'Ihre Identität muss geprüft werden, bevor Sie Zahlungen bestätigen können. Es wurde nichts gesendet. Wenden Sie sich an den Support.',
  authorizeDoubt:
    'Wir haben keine Antwort erhalten und wissen noch nicht, ob Ihre Zahlung gesendet wurde. Wir klären das gerade. Der Betrag wird nicht doppelt abgebucht.',
  authorizeLateHeading: 'Die Zeit ist abgelaufen',
  authorizeLate:
    'Sie haben nicht rechtzeitig bestätigt, deshalb wird diese Zahlung beendet. Das Ergebnis sehen Sie gleich hier.',
  checkAgain: 'Erneut prüfen',

  typePasskey: 'Passkey',
  typeEmail: 'Code per E-Mail',
  typeText: 'Code per SMS',
  typeProvider: 'Konto bei einem Anbieter',
  added: 'Hinzugefügt',
  started: 'Begonnen',
  ownSession: 'Das ist Ihre Sitzung in diesem Browser. Sie werden hier abgemeldet.',
  askedBy: 'Diese Anfrage kommt von {site}.',
  askCreateCredential: 'Diese Anmeldemöglichkeit hinzufügen?',
  askRevokeCredential: 'Diese Anmeldemöglichkeit entfernen?',
  askRefreshSession: 'Angemeldet bleiben?',
  askRevokeSession: 'Diese Sitzung beenden?',
  askRevokeAllSessions: 'Alle Sitzungen auf allen Geräten beenden?',
  askRevokeOtherSessions: 'Alle anderen Sitzungen beenden?',
  askExportWallet: 'Wiederherstellungs\u00adphrase anzeigen?',
  exportWarning: 'Wer diese Phrase sieht, hat die volle Kontrolle über diese Wallet.',
  askHide: 'Aktivität dieser Wallet vor anderen verbergen?',
  askShow: 'Aktivität dieser Wallet für andere sichtbar machen?',
  askSignedRequest: 'Diese Anfrage signieren?',
  agreeCreateCredential: 'Hinzufügen',
  agreeRevokeCredential: 'Entfernen',
  agreeRefreshSession: 'Angemeldet bleiben',
  agreeRevokeSession: 'Sitzung beenden',
  agreeRevokeAllSessions: 'Alle Sitzungen beenden',
  agreeRevokeOtherSessions: 'Andere Sitzungen beenden',
  agreeExportWallet: 'Phrase anzeigen',
  agreeHide: 'Verbergen',
  agreeShow: 'Sichtbar machen',
  agreeSignedRequest: 'Signieren',
  clickDropped: 'Es ist nichts passiert. Warten Sie eine Sekunde und versuchen Sie es erneut.',
}
