import { addressGroup } from '#lib/api/http/client-address.ts'
import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import { endWithAnswer } from './answer-end.ts'
import { ApiError } from './errors.ts'

/**
 * Bytes of bodies that are read or worked on at the same time. `long` is an eighth of the memory that compose.yaml gives, `account` the longest
 * import and something beside it, `address` what 64 strangers may send at once behind one address, and `strangers` what those of all addresses
 * may: a network has addresses without end. `short` is for what bodies of readers begin with, as much as a stranger may send, and `shortOfOne`
 * for those of one account: a few imports that stall would leave nothing to marks and notes of others.
 */
const room = {
  ...{ long: 256_000_000, account: 64_000_000 },
  ...{ short: 64_000_000, shortOfOne: 4_096_000 },
  ...{ strangers: 64_000_000, address: 4_096_000 },
} as const
/** As long as a body of strangers may be (read-bytes.ts). */
const longestShort = 64_000
const retryAfterMs = 5_000

/** Whose body a request brings; those of strangers are missing. */
const senders = new WeakMap<Request, string>()
/** Of requests with a credential: whether that still holds. */
const lasting = new WeakMap<Request, () => Promise<boolean>>()
/** Of each request what was taken of its body, in bytes. */
const sizes = new WeakMap<Request, number>()
/** Bytes by the share that they take of. */
const held = oncePerProcess(() => new Map<string, number>())

/**
 * Says whose request this is, now that a credential in its head proved good: more of a body is taken from now on. `isStill`: whether that
 * credential holds, asked where the request takes long.
 */
export function noteSender(request: Request, id: string, isStill?: () => Promise<boolean>): void {
  senders.set(request, id)
  if (isStill !== undefined) lasting.set(request, isStill)
}

/**
 * Ends a request whose credential ended since it began, to be called between steps of long work: with a new password by a link, whoever
 * had the account before must not go on with what they began. @throws ApiError not_signed_in
 */
export async function requireStill(request: Request): Promise<void> {
  if ((await lasting.get(request)?.()) === false) throw new ApiError('not_signed_in', 'signIn')
}

/** The bytes that were read of a request's body. */
export function bodySizeOf(request: Request): number {
  return sizes.get(request) ?? 0
}

/** Whether somebody is known who sends this request. */
export function hasSender(request: Request): boolean {
  return senders.has(request)
}

/**
 * Holds room for a body. `take` asks for so many bytes more; the room is free again with the answer, or, where nobody answers for us, with `leave`.
 */
export function holdRoom(request: Request): {
  readonly take: (bytes: number) => void
  readonly leave: () => void
} {
  const stranger = `address ${addressGroup(request.headers)}`
  const own = new Map<string, number>()
  let size = 0
  const free = () => {
    for (const [share, bytes] of own) add(share, -bytes)
    own.clear()
  }
  let isFreedLater = false
  return {
    take: (bytes) => {
      const known = senders.get(request)
      const shares: Readonly<Record<string, number>> =
        known === undefined
          ? { [stranger]: room.address, strangers: room.strangers }
          : {
              ...(size + bytes > longestShort
                ? { long: room.long }
                : { short: room.short, [`short ${known}`]: room.shortOfOne }),
              [`account ${known}`]: room.account,
            }
      const isTooMuch = Object.entries(shares).some(([share, most]) => heldOf(share) + bytes > most)
      if (isTooMuch) throw new ApiError('unavailable', 'bodiesBusy', { retryAfterMs })
      isFreedLater ||= endWithAnswer(request, free)
      size += bytes
      sizes.set(request, size)
      for (const share of Object.keys(shares)) {
        own.set(share, (own.get(share) ?? 0) + bytes)
        add(share, bytes)
      }
    },
    leave: () => {
      if (!isFreedLater) free()
    },
  }
}

function heldOf(share: string): number {
  return held().get(share) ?? 0
}

function add(share: string, bytes: number): void {
  const sum = heldOf(share) + bytes
  if (sum === 0) held().delete(share)
  else held().set(share, sum)
}
