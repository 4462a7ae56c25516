import { Prisma } from '#lib/store/generated/client.ts'

/** Prisma's code of a broken unique constraint: https://www.prisma.io/docs/orm/reference/error-reference#p2002 */
const uniqueViolation = 'P2002'

/**
 * The result of an act, or 'taken' where somebody has the name (or whatever may be there once) already. Asking first could not
 * say so: two may ask at once. A transaction in which that happens is over, so this stands around it, or the
 * caller rolls it back.
 */
export async function unlessTaken<T>(act: () => Promise<T>): Promise<T | 'taken'> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === uniqueViolation)
      return 'taken'
    throw error
  }
}
