import path from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { childEnvironment, type Config } from '#lib/runtime/config.ts'
import { projectRoot } from '#lib/launch/program/project.ts'
import { keepSecret } from '#lib/launch/postgres/secrets.ts'
import type { Program } from '#lib/launch/processes/supervise.ts'
import type { OrphanSignal } from '#lib/launch/processes/watchdog.ts'

export type Role = Program & { readonly orphanSignal: OrphanSignal }

/** The options that the roles need beside the environment of the launcher. */
type RoleOptions = {
  readonly config: Config
  readonly databaseUrl: string
  readonly isDevelopment: boolean
}

/**
 * Of the pool's threads (4 by itself) pictures hold two, and addresses being looked up half of all, for seconds when somebody means
 * ill: passwords, packing and files keep two. glibc raises the size from which memory is given back at once with each large piece, up
 * to 32 MB, and keeps the rest for each thread: eight AVIFs of 300 MB, one after the other, held 640 MB, with its first value 330.
 */
export const webEnvironment = { UV_THREADPOOL_SIZE: '8', MALLOC_MMAP_THRESHOLD_: '131072' } as const

/** glibc keeps what each thread gave back in an arena of its own, eight for each processor: two, and given back sooner. */
const frugalEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' } as const

const mostHeapMb = 1536
/** From here on V8 looks for what is garbage only when the heap is four times what lived the last time; below, sooner. */
const lazyFromMb = 2048

/**
 * A ceiling for the web server's heap, below which V8 is less lazy: with 500 readers some 120 MB live, and the process held 1,060 MB, in
 * steps, or with it 660, from its first minute on, at the same speed (`npm run bench -- load`). Where the machine or NODE_OPTIONS gives
 * less, that stays; what NODE_OPTIONS says comes later and holds. Threads have limits of their own (`lib/documents/threads/limited-thread.ts`).
 */
export function webHeap(
  given: string | undefined,
  limitBytes = getHeapStatistics().heap_size_limit,
): { readonly NODE_OPTIONS?: string } {
  if (limitBytes < lazyFromMb * 2 ** 20) return {}
  return { NODE_OPTIONS: [`--max-old-space-size=${mostHeapMb}`, given].filter(Boolean).join(' ') }
}

/**
 * In MB; of 24 GB V8 takes 64 for each half of the young generation, and holds 128 after the start alone. Passkeys ask what
 * Node's cryptography can do, of which Node warns in the terminal.
 */
const webFlags = ['--max-semi-space-size=16', '--disable-warning=ExperimentalWarning']

/** The web server. It is killed when the launcher is: the next start needs its port, and it holds nothing unsaved. While developing, who starts it again ends it. */
export function webRole(options: RoleOptions): Role {
  const environment = roleEnvironment(options)
  return {
    name: 'The web server',
    command: process.execPath,
    args: [
      ...(options.isDevelopment ? watching('lib', 'app') : webFlags),
      path.join(projectRoot, 'lib/web/web-server.ts'),
    ],
    cwd: projectRoot,
    env: {
      ...frugalEnvironment,
      ...webEnvironment,
      ...environment, // what is set already stays
      ...(options.isDevelopment ? {} : webHeap(environment['NODE_OPTIONS'])), // Next compiles in it then
    },
    orphanSignal: options.isDevelopment ? 'TERM' : 'KILL',
  }
}

/**
 * Answers live for milliseconds, but V8 lets their young generation grow for as long as nothing is short: measured with
 * 10,000 sources, a ceiling in MB for its halves takes a hundred MB from the process and no time.
 */
export const aggregatorFlags = ['--max-semi-space-size=6']
export const aggregatorFile = path.join(projectRoot, 'lib/aggregator/main.ts')

/** The aggregator, which finishes its running polls when it is asked to end. */
export function aggregatorRole(options: RoleOptions): Role {
  return {
    name: 'The aggregator',
    command: process.execPath,
    args: [...aggregatorFlags, ...(options.isDevelopment ? watching('lib') : []), aggregatorFile],
    cwd: projectRoot,
    env: { ...frugalEnvironment, ...roleEnvironment(options) },
    orphanSignal: 'TERM',
  }
}

/** Of what stands before a program's file, so that it is started again when a source in these folders changes. */
function watching(...folders: readonly string[]): readonly string[] {
  return ['lib/launch/processes/watch.ts', ...folders].map((each) => path.join(projectRoot, each))
}

/** The environment in which every part finds the same database, secret and mode. */
export function roleEnvironment({ config, databaseUrl, isDevelopment }: RoleOptions): NodeJS.ProcessEnv {
  return childEnvironment({
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: config.authSecret ?? keepSecret(path.join(config.dataDir, 'auth-secret')),
    PUSH_KEY: config.pushKey ?? keepSecret(path.join(config.dataDir, 'push-key')),
    DATA_DIR: config.dataDir,
    HOST: config.host,
    PORT: String(config.port),
    NODE_ENV: isDevelopment ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  })
}
