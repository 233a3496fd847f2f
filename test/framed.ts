/**
 * Skips the tests that cannot be run through the port of a frame. Loaded before each test file of the project `framed`.
 * @module
 */
import { beforeEach } from 'vitest'
import { directOnly } from '../src/frame/fixtures/direct-only.js'

const reasons = new Map(directOnly.flatMap(({ reason, titles }) => titles.map((title) => [title, reason])))

beforeEach(({ task, skip }) => {
  const reason = reasons.get(task.name)
  if (reason !== undefined) skip(reason)
})
