import { Prisma } from './generated/client.ts'

/** Until when the server of source `s` asked at its last poll not to be asked; null: it did not. */
export const askedPause = Prisma.sql`
  (SELECT p."notBeforeAt" FROM "poll" p WHERE p."sourceId" = s."id" ORDER BY p."finishedAt" DESC LIMIT 1)`
