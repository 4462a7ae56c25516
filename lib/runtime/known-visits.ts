import { AsyncLocalStorage } from 'node:async_hooks'

const visits = new AsyncLocalStorage<(who: string) => void>()

/** Does what answers a request; `prove` is called as soon as it is known who asks. */
export function answerVisit(prove: (who: string) => void, answer: () => void): void {
  visits.run(prove, answer)
}

/** Whoever makes the request under way is no stranger, and is counted otherwise: by the id of an account, or a hub by that of its subscription. */
export function noteKnown(who: string): void {
  visits.getStore()?.(who)
}
