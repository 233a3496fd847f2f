/** Formats times and durations. @module */

/** Formats seconds as `4:05`, for a countdown. */
export function clockText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
}

/** Formats seconds as `4 minutes 5 seconds`, for a screen reader. */
export function spokenSpan(seconds: number): string {
  const part = (count: number, unit: string): string =>
    count === 0 ? '' : `${count} ${unit}${count === 1 ? '' : 's'}`
  const parts = [part(Math.floor(seconds / 60), 'minute'), part(seconds % 60, 'second')]
  return parts.filter((text) => text !== '').join(' ') || 'no time'
}

const dayAndTime: Intl.DateTimeFormat = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const timeOnly: Intl.DateTimeFormat = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** Formats an ISO 8601 time as `Nov 21, 14:05`. A line can break only between the day and the time. */
export const momentText = (iso: string): string =>
  dayAndTime.format(new Date(iso)).replaceAll(/(?<!,) /g, '\u00a0')

const hourAndMinute: Intl.DateTimeFormat = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Formats an ISO 8601 time as `14:05`. */
export const shortTime = (iso: string): string => hourAndMinute.format(new Date(iso))

/** Formats milliseconds since 1970 as `14:05:09`. */
export const timeText = (ms: number): string => timeOnly.format(new Date(ms))

const weekday: Intl.DateTimeFormat = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

const dayKey = (ms: number): string => new Date(ms).toDateString()

/** Formats an ISO 8601 time as `Today`, `Yesterday`, or `Friday, November 20`. @param now milliseconds since 1970 */
export function dayText(iso: string, now: number): string {
  const at = new Date(iso).getTime()
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (dayKey(at) === dayKey(now)) return 'Today'
  return dayKey(at) === yesterday.toDateString() ? 'Yesterday' : weekday.format(at)
}
