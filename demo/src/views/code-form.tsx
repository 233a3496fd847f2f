/** The form for a code, on the sign-in screen and in the dialog that asks for a fresh proof. @module */
import { type Fault, type FlowState, isProofRefused } from 'embedded-wallet-auth'
import { type ReactElement, type ReactNode, useState } from 'react'
import { wrongCode } from '../errors-in-words.js'
import { clockText } from '../times.js'
import { useMember } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Field, Form } from '../ui/field.js'
import { NewsRegion, Notice, ProblemNotice } from '../ui/notice.js'
import { Problems } from '../ui/use-action.js'
import { offeredOf } from '../words-for-types.js'
import { channelOf } from './code-channels.js'
import { type CodeForm as Code, useCodeForm } from './use-code-form.js'
import { useCredentialOf } from './use-credentials.js'

const wholeCode = /^\d{6}$/

const better = {
  RATE_LIMITED: {
    title: 'You’ve asked for too many codes.',
    next: 'The last one still works.',
    again: 'You can get another',
  },
} as const

interface CodeFormProps {
  /** The class of the line that says where the code was sent. */
  readonly look: 'lead' | 'soft'
  readonly submitText: string
  /** Called once a correct code was entered. */
  readonly onDone?: () => void
  /** A credential that is no other way, because the operation removes it. */
  readonly except?: string | undefined
  /** Called when the user leaves the form, for another way if there is one. */
  readonly onLeave: () => void
  /** Shown above the form. */
  readonly children?: ReactNode
}

/** The form, with the address that the code was sent to and a button for another code. */
export function CodeForm({
  look,
  submitText,
  onDone = () => {},
  except,
  onLeave,
  children,
}: CodeFormProps): ReactElement {
  const form = useCodeForm(onDone)
  const { code, isDead, enter } = form
  const { kept, wallet } = useMember()
  const others = kept.credentials.value?.filter(({ id }) => id !== except) ?? []
  const hasOtherWay = offeredOf(wallet, others).length > 1
  const isBusy = { busy: form.pending, paused: form.retryIn > 0 }
  return (
    <>
      <p className={look}>
        We sent a code to <Address flow={form.flow} />.
      </p>
      {children}
      <NewsRegion news={form.news} />
      <Form onSubmit={() => void enter()} data-dead={isDead ? '' : undefined}>
        <Field
          id="code"
          label="6-digit code"
          field={code}
          isRefused={form.isWrong}
          hint={form.lifetime}
          className="input input-code"
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          maxLength={12}
          placeholder="······"
          onChange={({ target, isTrusted }) => {
            // A complete code that was typed or filled in by the browser is submitted without a click. A code from a
            // script is not.
            if (isTrusted && wholeCode.test(target.value.trim()) && !isDead) void enter()
          }}
        />
        <CodeProblems form={form} />
        {!isDead && (
          <Button type="submit" weight="primary" {...(form.call === 'submit' && isBusy)}>
            {submitText}
          </Button>
        )}
      </Form>
      <div className="row">
        <Again form={form} />
        <Button weight="quiet" onClick={onLeave}>
          {hasOtherWay ? 'Try another way' : 'Back'}
        </Button>
      </div>
    </>
  )
}

function CodeProblems({ form }: { readonly form: Code }): ReactElement {
  const { call, error, fault, isSpent, isWrong } = form
  const ofSubmit = isWrong && error ? { [error.code]: wrongCode } : {}
  return (
    <Problems of={form} better={call === 'resend' ? better : ofSubmit}>
      {isSpent && call === 'submit' ? (
        <Notice
          tone="problem"
          title="This code no longer works."
          next="There were too many wrong attempts. Get a new one."
        />
      ) : (
        fault && call === undefined && <FaultNotice fault={fault} />
      )}
    </Problems>
  )
}

/** A fault from an earlier page or another tab. */
const FaultNotice = ({ fault }: { readonly fault: Fault }): ReactElement =>
  isProofRefused(fault) ? (
    <Notice tone="problem" title={wrongCode.title} next={wrongCode.next} code={fault.code} />
  ) : (
    <ProblemNotice error={fault} />
  )

function Again({ form }: { readonly form: Code }): ReactElement {
  const { again, call, isDead, pending, resendIn, retryIn, renew } = form
  const isMine = call === 'resend'
  return (
    <Button
      ref={again}
      weight={isDead ? 'primary' : 'secondary'}
      busy={isMine && pending}
      paused={resendIn > 0 || (isMine && retryIn > 0)}
      onClick={() => void renew()}
    >
      {resendIn > 0 ? `New code in ${clockText(resendIn)}` : 'Send a new code'}
    </Button>
  )
}

/** The credential's address, which may differ from the platform's address for the person. */
function Address({ flow }: { readonly flow: FlowState }): ReactElement {
  // While the code is checked, the flow no longer says which credential it is for.
  const [sent] = useState(flow)
  return <strong>{useCredentialOf(sent)?.nickname ?? channelOf(sent).address}</strong>
}
