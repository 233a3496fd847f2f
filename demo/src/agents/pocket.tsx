/** The pocket: the money that agents can spend. To fill it, the wallet must sign. @module */
import type { ReactElement } from 'react'
import type { App } from '../app.js'
import type { Member } from '../member.js'
import { formatAmount, formatMoney } from '../money.js'
import { useApp, useMember } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Card } from '../ui/card.js'
import { Field, Form, useField } from '../ui/field.js'
import { isAbout, Problems, useAction } from '../ui/use-action.js'
import { readAmount } from './amount-fields.js'
import * as calls from './calls.js'
import type { AgentsPage } from './use-agents.js'

/** The card: the balance, the form that moves money into the pocket, and the button that moves it back. */
export function Pocket({ view: { pocket }, after }: AgentsPage): ReactElement {
  const app = useApp()
  const { me, payments } = useMember()
  const { balance, id } = pocket
  const { currency } = balance
  const amount = useField()
  // Another payment into the pocket could move the same amount twice.
  const isOpen = payments.isOpenTo(id)
  const fill = useAction(async (_, wanted: number) => {
    const isMoved = await moved(payments, wanted, id)
    if (amount.input.current) amount.input.current.value = ''
    await reloaded(app)
    if (!isMoved) return after()
    return after({
      tone: 'good',
      title: `${formatMoney({ amount: wanted, currency })} moved to the pocket.`,
      next: 'Signed with your session key.',
    })
  })
  const takeBack = useAction(async () => {
    await calls.emptyPocket()
    await reloaded(app)
    await after({
      tone: 'good',
      title: 'The pocket is empty.',
      next: 'The money is back in your wallet.',
    })
  })
  const submit = async (): Promise<void> => {
    const wanted = readAmount(amount, currency, (value) =>
      value > me.account.balance.amount ? 'Not enough balance in your wallet.' : undefined,
    )
    if (wanted === undefined || isOpen) return
    if (!(await fill.run(wanted))) await after()
  }
  return (
    <Card heading="Pocket for agents">
      <p className="pocket-figure figure">{formatMoney(balance)}</p>
      <p className="soft">
        Agents can only spend what’s in this pocket. They can’t touch your wallet: every payment there needs
        your key’s signature.
      </p>
      <Form onSubmit={() => void submit()}>
        <Field
          id="pocket-amount"
          label="Add money"
          field={amount}
          isRefused={isAbout(fill.error, 'INSUFFICIENT_BALANCE', 'AMOUNT_OUT_OF_RANGE')}
          hint={`Available in your wallet: ${formatMoney(me.account.balance)}`}
          inputMode="decimal"
          autoComplete="off"
          placeholder={formatAmount(0, currency)}
        />
        <div className="row">
          <Button type="submit" weight="primary" {...fill.button} paused={isOpen || fill.button.paused}>
            Move to pocket
          </Button>
          {!isOpen && balance.amount > 0 && (
            <Button weight="quiet" {...takeBack.button} onClick={() => void takeBack.run()}>
              Move everything back
            </Button>
          )}
        </div>
      </Form>
      <Problems of={fill} />
      <Problems of={takeBack} />
    </Card>
  )
}

/** Moves an amount into the pocket. Resolves with `false` if it is in doubt, and then it is shown among the payments. */
async function moved(payments: Member['payments'], amount: number, receiverId: string): Promise<boolean> {
  const quote = await calls.pocketQuote(amount)
  payments.attend(quote.id)
  try {
    await payments.pay({ quote, receiverId, receiverName: 'your pocket for agents' })
    payments.dismiss(quote.id)
    return true
  } catch (error) {
    if (payments.find(quote.id) === undefined) throw error
    return false
  } finally {
    payments.attend(undefined)
  }
}

const reloaded = (app: App): Promise<void> => app.reload().catch(() => {})
