/** The calls that get and update the platform's settings. @module */
import { invalidCurrency, invalidInput } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { notAllowed } from '../../handler/webhook-channel.js'
import { currencyCodes } from '../../money/currencies.js'
import { timestamp } from '../../time/clock.js'
import { currentConfig } from './current.js'

/** The calls under `/config`. */
export const configRoutes: SystemRoutes = [
  on('getConfig', 'Get the settings', ({ context }) => ({ answer: currentConfig(context) })),

  on('updateConfig', 'Update the settings', ({ context, body }) => {
    const [unknown] = (body.supportedCurrencies ?? []).filter(
      ({ currencyCode }) => !currencyCodes.includes(currencyCode),
    )
    if (unknown) {
      const message = `The emulator does not support ${unknown.currencyCode}. It supports ${currencyCodes.join(', ')}.`
      throw invalidCurrency(message)
    }
    const { webhookEndpoint: url } = body
    if (url !== undefined && !context.webhooks.mayReach(url))
      throw invalidInput(notAllowed(url), 'webhookEndpoint')
    const { config } = context.state
    context.state.config = {
      ...config,
      ...body,
      embeddedWalletConfig: { ...config.embeddedWalletConfig, ...body.embeddedWalletConfig },
      updatedAt: timestamp(context.clock.now()),
    }
    return { answer: currentConfig(context) }
  }),
]
