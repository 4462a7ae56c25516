import { AsyncLocalStorage } from 'node:async_hooks'
import { noteAsker } from './database-work.ts'

type Visit = {
  /** Called as soon as it is known who asks. */
  readonly prove: (who: string) => void
  /** Called where somebody who is known asks more than they may. */
  readonly refuse: () => void
  /** Called where somebody who is known takes so many long answers that others come first. */
  readonly hurry: () => void
}

const visits = new AsyncLocalStorage<Visit>()

/** Does what answers a request. */
export function answerVisit(visit: Visit, answer: () => void): void {
  visits.run(visit, answer)
}

/** Whoever makes the request under way is no stranger, and is counted otherwise: by the id of an account, or a hub by that of its subscription. */
export function noteKnown(who: string): void {
  visits.getStore()?.prove(who)
  noteAsker(who)
}

/** The request under way is refused, as its account asks too much: to go on refusing is cheaper at the door. */
export function noteRefused(): void {
  visits.getStore()?.refuse()
}

/** The account of the request under way takes so many long answers that the door begins its requests singly for a while. */
export function noteHurry(): void {
  visits.getStore()?.hurry()
}
