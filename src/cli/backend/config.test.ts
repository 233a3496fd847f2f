import { describe, expect, expectTypeOf, it } from 'vitest'
import type { BackendOptions } from '../../backend/index.js'
import { type BackendConfig, readConfig } from './config.js'

const least = {
  service: { baseUrl: 'https://service.example/2025-10-13' },
  login: { url: 'https://app.example.com/wallet-login' },
  relyingParty: { id: 'example.com', name: 'Example Bank' },
  origins: ['https://app.example.com'],
}

const refusal = (changes: object): string => {
  try {
    readConfig(JSON.stringify({ ...least, ...changes }))
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

describe('the configuration of the backend as a process', () => {
  it('every option of a backend can be set, but those that are code', () => {
    type Code =
      | ('authorize' | 'loginSession' | 'challenges' | 'routes' | 'endUserIp' | 'payeeOf')
      | ('onError' | 'onEvent' | 'clock')
    expectTypeOf<Exclude<keyof BackendOptions, keyof BackendConfig>>().toEqualTypeOf<Code>()
  })

  it('the least configuration has four settings', () => {
    expect(readConfig(`\uFEFF${JSON.stringify(least)}`)).toEqual(least)
  })

  it('a configuration with every setting is accepted as it is', () => {
    const all = {
      ...least,
      service: { ...least.service, tokenFile: 'token.json' },
      login: { url: 'http://app:8000/me', timeout: 500, connections: 8, allowHttp: true },
      basePath: '/pay',
      listen: {
        ...{ port: 0, hostname: '0.0.0.0', hosts: ['wallet'], keepAliveTimeout: 1, maxInFlight: 9 },
        ...{ closeDelay: 5_000, closeTimeout: 1_000 },
      },
      store: { type: 'postgres', url: 'postgres://me@/bank?host=%2Frun', table: 'app.store', connections: 4 },
      allow: ['listCredentials'],
      credentialTypes: ['PASSKEY'],
      stepUp: {
        maxAge: 60,
        refreshMaxAge: 600,
        payments: { above: { amount: 0, currency: 'EUR' }, newPasskeyAfter: 0 },
      },
      limits: { calls: false, mails: { max: 1, per: 60, whenStoreFails: 'count-here' } },
      headerNames: { idempotencyKey: 'X-Key' },
      events: true,
    }
    expect(readConfig(JSON.stringify(all))).toEqual(all)
  })

  it.each([
    [{ service: undefined }, /^service: is missing\.$/],
    [{ service: [] }, /^service\.baseUrl: is missing\.$/],
    [{ service: { baseUrl: 'ftp://a' } }, /^service\.baseUrl: must be an http\(s\) URL/],
    [
      { service: { baseUrl: 'https://u:hunter22@a' } },
      /^service\.baseUrl: must be an http\(s\) URL without cred/,
    ],
    [{ service: { ...least.service, tokenfile: 'a' } }, /no such setting here\. Did you mean "tokenFile"\?$/],
    [{ service: { baseUrl: 'http://api.example/v1' } }, /^service\.baseUrl: must use https:/],
    [{ login: { url: 'http://app:8000/me' } }, /^login\.url: must use https:.*"allowHttp": true/],
    [{ login: { ...least.login, timeout: 10_000 } }, /^login\.timeout: must be <=9000\.$/],
    [{ login: { ...least.login, timeout: '3' } }, /^login\.timeout: must be number\.$/],
    [{ origins: [] }, /^origins: must be >=1\.$/],
    [{ origins: 'https://app.example.com' }, /^origins: must be Array\.$/],
    [{ relyingParty: { id: '', name: 'Bank' } }, /^relyingParty\.id: must be >=1\.$/],
    [{ listen: { port: 70_000 } }, /^listen\.port: must be <=65535\.$/],
    [{ listen: { prot: 1 } }, /^listen\.prot: there is no such setting here\. Did you mean "port"\?$/],
    [{ store: { type: 'mysql' } }, /^store\.type: must be \('memory' \| 'redis' \| 'postgres'\)\.$/],
    [
      { store: { type: 'redis', url: 'http://:hunter22@a' } },
      /^store\.url: must be a URL that begins with redis:/,
    ],
    [{ store: { type: 'memory', url: 'redis://a' } }, /^store\.url: there is no such setting here\.$/],
    [{ stepUp: { maxAge: 0 } }, /^stepUp.*maxAge: must be >=1\.$/m],
    [{ limits: { calls: { max: 0, per: 60 } } }, /^limits.*calls.*max: must be >=1\.$/m],
    [{ relyingPary: {} }, /^relyingPary: there is no such setting here\. Did you mean "relyingParty"\?$/],
    [{ events: 'yes' }, /^events: must be boolean\.$/],
  ])('a configuration is refused, and the error says what is expected, for %j', (changes, message) => {
    expect(refusal(changes)).toMatch(message)
    expect(refusal(changes)).not.toContain('hunter22')
  })

  it.each(['', '{', '[]', '"a"', 'null', '7'])('the text %j is not a configuration', (content) => {
    expect(() => readConfig(content)).toThrow(/is not JSON|is missing|must be/)
  })

  it.each(['https://app.example.com/me', 'http://localhost:8000/me', 'http://127.0.0.1:8000/me'])(
    'the cookie may be sent to %s',
    (url) => {
      expect(readConfig(JSON.stringify({ ...least, login: { url } })).login.url).toBe(url)
    },
  )
})
