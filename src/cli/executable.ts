/** What the executables of both packages share: the terminal, the exit codes and the reading of options. @module */
import { readFileSync, realpathSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { askLine } from './ask-line.js'
import { didYouMean } from './did-you-mean.js'
import { packageFile } from './package-file.js'
import { whenParentEnds } from './when-parent-ends.js'

/** Functions that print lines, and the signal that stops the executable. */
export interface Terminal {
  /** Prints a line. */
  readonly print: (line: string) => void
  /** Prints a line about a failure. */
  readonly complain: (line: string) => void
  /** Aborts when the user stops the executable. */
  readonly signal: AbortSignal
  /** Asks the user for a line of text. Missing where nobody can answer, as in a script. */
  readonly ask?: (question: string) => Promise<string>
  /** Whether lines may be colored. Default `plain`. */
  readonly colours?: 'plain' | 'ansi'
}

/** The error for invalid arguments. The message names the invalid argument. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Runs a command. Resolves with its exit code: that of the command, 1 if it throws, or 2 for invalid arguments. Prints
 * what was wrong.
 *
 * @param name the name of the executable
 */
export async function exitCode(
  name: string,
  { complain }: Terminal,
  command: () => number | Promise<number>,
): Promise<number> {
  try {
    return await command()
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`${error.message}\nSee "${name} --help", or ${errorsPage()}.`)
      return 2
    }
    complain(`${explain(error)}\nSee ${errorsPage()}.`)
    return 1
  }
}

function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `${error instanceof Error && 'port' in error ? `Port ${error.port}` : 'The port'} is in use. Choose another with --port, or --port 0 for any free one.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'This machine does not have that address. Choose another with --host.'
  if (code === 'EACCES') return 'No permission to use this port. Choose another with --port.'
  return error instanceof Error ? error.message : String(error)
}

/** Reads options and positional arguments. Throws a {@link UsageError} for invalid ones. */
export function parseOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  given: readonly string[],
  options: Options,
): ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: Options }>> {
  const args = [...given]
  const { tokens } = parseArgs({ args, allowPositionals: true, strict: false, tokens: true, options })
  const names = Object.keys(options)
  const unknown = tokens.find((token) => token.kind === 'option' && !names.includes(token.name))
  if (unknown?.kind === 'option') {
    const known = names.map((name) => `--${name}`)
    throw new UsageError(`Unknown option "${unknown.rawName}".${didYouMean(unknown.rawName, known)}`)
  }
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'Invalid arguments.')
  }
}

/** Throws a {@link UsageError} unless each value is an origin. */
export function assertOrigins(name: string, origins: readonly string[]): void {
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (wrong !== undefined)
    throw new UsageError(`--${name} must be an origin such as http://localhost:5173, not "${wrong}".`)
}

/** Names the page about what the executables print: the installed one, by a path from the working directory. */
export function errorsPage(): string {
  const page = packageFile('docs/error-codes.md')
  const path = relative(process.cwd(), page)
  return `"The command line" in ${path.startsWith('..') ? page : path}`
}

/** Reads the version in a `package.json`. */
export function versionIn(path: string): string {
  const stated: { readonly version: string } = JSON.parse(readFileSync(path, 'utf8'))
  return stated.version
}

/**
 * Runs `run` if Node was started with the module of this URL, and sets the exit code. With the argument
 * `--with-parent`, the end of the parent process stops the executable like a signal.
 */
export async function runAsMain(
  url: string,
  run: (args: readonly string[], terminal: Terminal) => Promise<number>,
): Promise<void> {
  if (!isMain(url)) return
  const enough = new AbortController()
  // SIGHUP: the terminal was closed. SIGBREAK: the same, or Ctrl-Break, on Windows.
  if (process.argv.includes('--with-parent')) whenParentEnds(() => enough.abort())
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']) process.once(name, () => enough.abort())
  // After its terminal was closed, an executable has nowhere to print, and still has to end in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  // `NO_COLOR` turns colors off, unless it is empty (https://no-color.org).
  const isPlain = process.stdout.isTTY !== true || Boolean(process.env['NO_COLOR'])
  const { stdin: input, stdout: output } = process
  const { signal } = enough
  process.exitCode = await run(process.argv.slice(2), {
    colours: isPlain ? 'plain' : 'ansi',
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
    signal,
    ...(input.isTTY && output.isTTY && { ask: (question) => askLine(question, { input, output, signal }) }),
  })
}

/** Whether Node was started with this module. Installed executables are symbolic links to it. */
function isMain(url: string): boolean {
  const started = process.argv[1]
  try {
    return started !== undefined && realpathSync(started) === realpathSync(fileURLToPath(url))
  } catch {
    return false
  }
}
