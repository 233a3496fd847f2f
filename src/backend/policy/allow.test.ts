import { describe, expect, it, vi } from 'vitest'
import {
  ada,
  backendFor,
  optionsFor,
  outcome,
  pageRequest,
  recordingService,
} from '../fixtures/recording-service.js'
import { type BackendOptions, createBackend } from '../index.js'

const list = `/wallet/auth/credentials?accountId=${ada}`

describe('allow as a function', () => {
  it('an operation can be switched off and on while the backend runs', async () => {
    let isOn = true
    const allow = vi.fn(() => isOn)
    const service = recordingService()
    const handler = backendFor(service, { allow })
    const call = (): Promise<string> => outcome(handler(pageRequest('GET', list)))
    expect(await call()).toBe('200')
    isOn = false
    expect(await call()).toBe('404 NOT_FOUND')
    isOn = true
    expect(await call()).toBe('200')
    expect(service.arrived).toHaveLength(2)
    expect(allow).toHaveBeenCalledWith('listCredentials')
  })

  it('a function that allows everything allows no export where nothing tells the logins of a person apart', async () => {
    const service = recordingService()
    const { stepUp: _, ...options } = optionsFor(service, { allow: () => true })
    const exported = (more: Partial<BackendOptions>): Promise<string> =>
      outcome(
        createBackend({ ...options, ...more })(
          pageRequest('POST', `/wallet/internal-accounts/${ada}/export`, { clientPublicKey: 'x' }),
        ),
      )
    expect(await exported({})).toBe('404 NOT_FOUND')
    expect(await exported({ stepUp: false })).toBe('400 INVALID_INPUT')
    expect(service.arrived).toEqual([])
  })

  it('a call is not forwarded if the function throws', async () => {
    const service = recordingService()
    const allow = (): never => {
      throw new Error('The flags are down.')
    }
    expect(await outcome(backendFor(service, { allow })(pageRequest('GET', list)))).toBe('500 INTERNAL_ERROR')
    expect(service.arrived).toEqual([])
  })
})
