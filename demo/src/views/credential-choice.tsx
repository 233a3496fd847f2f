/** The kinds of credential to create, as cards, for the first credential and for further ones. @module */
import type { AuthMethod, CredentialType, Wallet } from 'embedded-wallet-auth'
import type { ReactElement } from 'react'
import { withIdentityWindow } from '../identity-window.js'
import { passkeyObstacle } from '../passkey-support.js'
import { creationOf } from '../questions.js'
import { useMember } from '../ui/app-context.js'
import { Field, useField } from '../ui/field.js'
import { Notice } from '../ui/notice.js'
import { useAction } from '../ui/use-action.js'
import { OptionCard } from './option-card.js'

/** Called after a credential was created. */
export type Created = (credential: AuthMethod) => Promise<void>

interface OptionProps<Type extends CredentialType> {
  readonly type: Type
  readonly onCreated: Created
}

/** The cards for the given types. */
export function CredentialChoice({
  types,
  onCreated,
}: {
  readonly types: readonly CredentialType[]
  readonly onCreated: Created
}): ReactElement {
  return (
    <ul className="options">
      {types.map((type) => (
        <li key={type}>
          <Option type={type} onCreated={onCreated} />
        </li>
      ))}
    </ul>
  )
}

function Option<Type extends CredentialType>(props: OptionProps<Type>): ReactElement {
  const Chosen: (props: OptionProps<Type>) => ReactElement = options[props.type]
  return <Chosen {...props} />
}

/**
 * Returns a function that creates a credential. The card says what is created, and that it opens the wallet, so the
 * click on its button is the user's consent.
 */
function useCreation(
  onCreated: Created,
): (input: Parameters<Wallet['credentials']['create']>[0]) => Promise<void> {
  const { consent, wallet } = useMember()
  return async (input) =>
    onCreated(await consent.given(creationOf(input), () => wallet.credentials.create(input)))
}

/** One row per type. */
const options: { readonly [Type in CredentialType]: (props: OptionProps<Type>) => ReactElement } = {
  PASSKEY: function PasskeyOption({ type, onCreated }) {
    const { me } = useMember()
    const create = useCreation(onCreated)
    const nickname = useField()
    const obstacle = passkeyObstacle()
    const action = useAction(async () => {
      const name = nickname.text().trim()
      const isFit = /^[\p{L}\p{N} ._\-'()]{1,100}$/u.test(name)
      nickname.complain(isFit ? undefined : "Use only letters, numbers, spaces and . _ - ' ( )")
      if (isFit) await create({ type: 'PASSKEY', nickname: name })
    })
    if (obstacle !== undefined)
      return (
        <OptionCard type={type}>
          <Notice tone="careful" title="Not available on this device." next={obstacle} />
        </OptionCard>
      )
    return (
      <OptionCard type={type} action={action} text="Create a passkey">
        <Field
          id="passkey-nickname"
          label="Passkey name"
          field={nickname}
          hint="Helps you recognize it later."
          defaultValue={`${me.person.name.split(' ')[0] ?? 'My'} on this device`}
          maxLength={100}
          autoComplete="off"
        />
      </OptionCard>
    )
  },

  EMAIL_OTP: function EmailOption({ type, onCreated }) {
    const { me } = useMember()
    const create = useCreation(onCreated)
    const email = useField()
    const action = useAction(async () => {
      const address = email.text().trim()
      const isFit = email.input.current?.validity.valid === true && address !== ''
      email.complain(isFit ? undefined : 'Enter a valid email address.')
      if (isFit) await create({ type: 'EMAIL_OTP', email: address })
    })
    return (
      <OptionCard type={type} action={action} text="Use this address">
        <Field
          id="otp-email"
          label="Email address"
          field={email}
          hint="We’ll send your codes here."
          type="email"
          defaultValue={me.person.email}
          autoComplete="email"
          inputMode="email"
        />
      </OptionCard>
    )
  },

  SMS_OTP: function TextOption({ type, onCreated }) {
    const { phoneNumber } = useMember().me.person
    const create = useCreation(onCreated)
    const action = useAction(() => create({ type: 'SMS_OTP', phoneNumber }))
    return (
      <OptionCard type={type} action={action} text="Use this number">
        <p className="soft">
          We’ll text your codes to <strong>{phoneNumber}</strong>.
        </p>
      </OptionCard>
    )
  },

  OAUTH: function IdentityOption({ type, onCreated }) {
    const { proof } = useMember()
    const create = useCreation(onCreated)
    const action = useAction(async () => {
      await proof.beforehand({ operation: 'createCredential', details: { type } })
      await withIdentityWindow((getOidcToken) => create({ type: 'OAUTH', getOidcToken }))
    })
    return <OptionCard type={type} action={action} text="Connect Marsh ID" />
  },
}
