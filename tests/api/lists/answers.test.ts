import { expect, test } from 'vitest'
import type { z } from 'zod'
import {
  type Me,
  type ServerInfo,
  type TokenItem,
  me,
  serverInfo,
  tokenItem,
} from '#lib/api/accounts/account.ts'
import {
  countsAnswer,
  dayStrip,
  deletedPlace,
  folderItem,
  labelItem,
  subscriptionItem,
  unreadCounts,
  type Deleted,
  type LabelItem,
} from '#lib/api/organising/organising.ts'
import {
  markReadResult,
  postingDetail,
  postingItem,
  postingNotes,
  postingPage,
  postingStates,
  type PostingDetail,
  type PostingItem,
  type PostingPage,
} from '#lib/api/postings/postings.ts'
import {
  queryCount,
  searchNotes,
  viewCounts,
  viewItem,
  type QueryCount,
  type SearchNotes,
  type ViewCounts,
  type ViewItem,
} from '#lib/api/lists/search.ts'
import { pollItem, type PollItem } from '#lib/api/sources/sources.ts'
import type { CountsAnswer, DayStripAnswer, UnreadCounts } from '#lib/api/lists/counts.ts'
import type { MarkReadResult } from '#lib/api/lists/mark-read.ts'
import type { PostingNotesAnswer } from '#lib/api/postings/notes.ts'
import type { ToldState } from '#lib/api/postings/posting-states.ts'
import type { FolderItem, SubscriptionItem } from '#lib/api/sources/subscriptions.ts'

type Plain = string | number | boolean | null | undefined
/** What both sides are compared as: read-only, and each object as one. */
type Frozen<T> = T extends Plain ? T : { readonly [K in keyof T]: Frozen<T[K]> }
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Compiles only where a schema says exactly what the type does. */
function says<Type>() {
  return <Schema extends z.ZodType>(
    schema: Schema,
    isSame: Equal<Frozen<z.infer<Schema>>, Frozen<Type>>,
  ): boolean => schema.safeParse(undefined).success !== isSame
}

test('the schemas of answers say what their types do (the compiler checks it)', () => {
  const all = [
    says<PostingItem>()(postingItem, true),
    says<PostingPage>()(postingPage, true),
    says<PostingDetail>()(postingDetail, true),
    says<PostingNotesAnswer>()(postingNotes, true),
    says<{ readonly states: readonly ToldState[] }>()(postingStates, true),
    says<MarkReadResult>()(markReadResult, true),
    says<SearchNotes>()(searchNotes, true),
    says<QueryCount>()(queryCount, true),
    says<ViewItem>()(viewItem, true),
    says<ViewCounts>()(viewCounts, true),
    says<SubscriptionItem>()(subscriptionItem, true),
    says<FolderItem>()(folderItem, true),
    says<LabelItem>()(labelItem, true),
    says<Deleted>()(deletedPlace, true),
    says<UnreadCounts>()(unreadCounts, true),
    says<DayStripAnswer>()(dayStrip, true),
    says<CountsAnswer>()(countsAnswer, true),
    says<PollItem>()(pollItem, true),
    says<Me>()(me, true),
    says<TokenItem>()(tokenItem, true),
    says<ServerInfo>()(serverInfo, true),
  ]
  // @ts-expect-error another type
  says<FolderItem>()(labelItem, true)
  expect(all).toEqual(all.map(() => true))
})
