import { whyUnavailable } from '#lib/api/http/why-unavailable.ts'

/** Does a work, and where the database was busy, as in a deadlock, which undoes all of it, once more at once. */
export async function tryTwice<Done>(work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    if (whyUnavailable(error)?.key !== 'databaseBusy') throw error
    return work()
  }
}
