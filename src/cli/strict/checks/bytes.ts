/** Whether bodies arrive as they came, where another serialiser would write them otherwise. @module */
import type { RuleName } from '../rules.js'
import type { Scene } from '../scene.js'
import { problem } from './answers.js'
import { noteBytes } from './signed.js'

/** What PHP, Python, Java, Go or an old JSON escapes, or escapes otherwise than `JSON.stringify`. */
const text = '/<>&=\'+"\\\b\f\n\r\t\u0000\u001f\u007f\u00a0\u2028\u2029ëß電\u{1f600}'

/** Values that other languages write otherwise, or leave out. The keys are not sorted, but for whole numbers. */
const values = {
  9: 1,
  10: 1,
  z: 1,
  a: 0.1,
  big: 1e21,
  small: 1e-7,
  no: null,
  list: [1, null, {}],
  empty: {},
  text,
}

export async function checkBytes(scene: Scene): Promise<void> {
  const { mine, origin } = scene
  await arrives(scene, 'body.texts', `/auth/credentials/${mine.credential}/verify`, {
    ...{ type: 'EMAIL_OTP', otp: text, clientPublicKey: mine.key.uncompressed },
  })
  await arrives(scene, 'body.values', `/quotes/${mine.quote}/authorize`, {
    passkeyAssertion: values,
    origin,
  })
}

/** Sends a body that the emulator never gets: only its bytes matter. A backend may refuse its values. */
async function arrives(
  { page, recorder, judge }: Scene,
  rule: RuleName,
  path: string,
  body: object,
): Promise<void> {
  recorder.intercept((method, at) =>
    method === 'POST' && at === path
      ? problem(401, 'UNAUTHORIZED', { reason: 'Invalid OTP code' })
      : undefined,
  )
  const { heard, seen } = await page.call({ method: 'POST', path, body })
  recorder.intercept(undefined)
  const arrived = heard[0]?.body
  if (arrived === undefined) judge.skip(rule, `it was refused: ${seen}`)
  else noteBytes(judge, rule, seen, [Buffer.from(JSON.stringify(body)), arrived])
}
