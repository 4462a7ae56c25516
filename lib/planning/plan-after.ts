import { log } from '#lib/runtime/log.ts'

/**
 * Plans anew after a change that is stored. What was done is done, and is answered so, whatever becomes of its planning: what is not
 * planned now is planned with the next polls, or the next planning.
 */
export async function planAfter(replan: () => Promise<void>): Promise<void> {
  try {
    await replan()
  } catch (error) {
    log.error('replan-failed', { error })
  }
}
