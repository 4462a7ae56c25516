import { afterAnswerDone } from '#lib/runtime/after-answer.ts'
import { endMade } from '#lib/runtime/once-per-process.ts'

/** Ends what modules keep for the whole process, and forgets it: what work after an answer was promised is done first. */
export async function endProcessState(): Promise<void> {
  await afterAnswerDone()
  await endMade()
}
