import { addressGroup } from '#lib/api/http/client-address.ts'
import { endWithAnswer } from './answer-end.ts'
import { ApiError } from './errors.ts'

/**
 * Bytes of bodies that are read or worked on at the same time. `all` is an eighth of the memory that compose.yaml gives, `known` the longest
 * import and something beside it, `address` what 64 strangers may send at once behind one address.
 */
const room = { all: 256_000_000, known: 64_000_000, address: 4_096_000 } as const
const retryAfterMs = 5_000

/** Whose body a request brings; those of strangers are missing. */
const senders = new WeakMap<Request, string>()
type Held = { all: number; readonly bySender: Map<string, number> }
// Kept on globalThis: Next loads this module once per bundle, and the memory is that of the process.
const holder = globalThis as { skylarkBodies?: Held }
const held = (holder.skylarkBodies ??= { all: 0, bySender: new Map() })

/** Says whose request this is, now that a credential in its head proved good: more of a body is taken from now on. */
export function noteSender(request: Request, id: string): void {
  senders.set(request, id)
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
  const free = () => {
    for (const [sender, bytes] of own) add(sender, -bytes)
    own.clear()
  }
  let isFreedLater = false
  return {
    take: (bytes) => {
      const known = senders.get(request)
      const [sender, most] = known === undefined ? [stranger, room.address] : [known, room.known]
      const isTooMuch = held.all + bytes > room.all || (held.bySender.get(sender) ?? 0) + bytes > most
      if (isTooMuch) throw new ApiError('unavailable', 'bodiesBusy', { retryAfterMs })
      isFreedLater ||= endWithAnswer(request, free)
      own.set(sender, (own.get(sender) ?? 0) + bytes)
      add(sender, bytes)
    },
    leave: () => {
      if (!isFreedLater) free()
    },
  }
}

function add(sender: string, bytes: number): void {
  held.all += bytes
  const sum = (held.bySender.get(sender) ?? 0) + bytes
  if (sum === 0) held.bySender.delete(sender)
  else held.bySender.set(sender, sum)
}
