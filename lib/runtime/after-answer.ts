import { log } from '#lib/runtime/log.ts'

const running = new Set<Promise<void>>()

/** Does work that whoever asked must not wait for, nor learn from the time it takes. What goes wrong is logged. */
export function afterAnswer(work: () => Promise<void>): void {
  // On a later turn of the event loop, so that not even its first steps come before the answer.
  const done = new Promise<void>((resolve) => setImmediate(resolve))
    .then(work)
    .catch((error: unknown) => log.error('after-answer', { error }))
    .finally(() => running.delete(done))
  running.add(done)
}

/** Resolves when all such work is done. */
export async function afterAnswerDone(): Promise<void> {
  while (running.size > 0) await Promise.all(running)
}
