/** The page: one trace for each thing that a person does. Its calls carry the trace, and its events are spans of it. */
import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'

const tracer = trace.getTracer('wallet-page')
let current = context.active()

/** Options for `createWallet`. */
export const tracing = {
  headers: () => {
    const carrier = {}
    propagation.inject(current, carrier)
    return carrier
  },
  onEvent: ({ type, at, ms, operation, code }) => {
    if (type !== 'call' && type !== 'stamp') return
    const span = tracer.startSpan(operation ?? type, { startTime: at - ms }, current)
    if (code !== undefined) span.setAttribute('error.type', code)
    span.end(at)
  },
}

/** Runs what a person has asked for, such as a payment, as one trace. One at a time: a page does not pay twice at once. */
export async function inTrace(name, work) {
  const span = tracer.startSpan(name)
  current = trace.setSpan(context.active(), span)
  try {
    return await work()
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute('error.type', error.code ?? 'UNKNOWN')
    throw error
  } finally {
    span.end()
    current = context.active()
  }
}
