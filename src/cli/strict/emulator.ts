/** The emulator behind the backend: makes people, money and quotes, and does what happens elsewhere. @module */
import { ask, fieldOf, textOf } from './ask.js'

/** What the checks need of an emulator. */
export interface Behind {
  /** Control of the emulator. Resolves with the answer's body; rejects if the emulator refuses. */
  readonly control: (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>
  /** A call of the service by the platform's server. Resolves with the answer's body; rejects from 400 on. */
  readonly serve: (method: string, path: string, body?: object, headers?: object) => Promise<unknown>
  /** The newest code that was sent to this address or number. */
  readonly code: (to: string) => Promise<string>
}

/** @param origin the emulator's address */
export function emulatorAt(origin: URL): Behind {
  const control: Behind['control'] = async (method, path, body) => {
    const answer = await ask(origin, {
      ...{ method, path: `/emulator/${path}`, headers: { 'Content-Type': 'application/json' } },
      body: body && JSON.stringify(body),
    })
    if (answer === undefined) throw new Error(`No emulator answers at ${origin.origin}.`)
    if (answer.status >= 400)
      throw new Error(`The emulator refused ${method} /emulator/${path}: ${textOf(answer.value, 'message')}`)
    return answer.value
  }
  return {
    control,
    async serve(method, path, body, headers) {
      const sent = await control('POST', 'send', {
        method,
        path,
        ...(body && { body }),
        ...(headers && { headers }),
      })
      const status = Number(fieldOf(sent, 'status'))
      if (!(status < 400)) throw new Error(`${method} ${path}: ${status} ${textOf(sent, 'body.message')}`)
      return fieldOf(sent, 'body')
    },
    code: async (to) => textOf(await control('GET', `inbox?to=${encodeURIComponent(to)}`), 'data.0.otp'),
  }
}
