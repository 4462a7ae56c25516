import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { Me, ServerInfo, TokenItem } from '#lib/api/account.ts'
import { me, serverInfo, tokenItem } from '#lib/api/answers/account.ts'
import {
  countsAnswer,
  dayStrip,
  deletedPlace,
  folderItem,
  labelItem,
  subscriptionItem,
  unreadCounts,
} from '#lib/api/answers/organising.ts'
import {
  markReadResult,
  postingDetail,
  postingItem,
  postingNotes,
  postingPage,
  postingStates,
} from '#lib/api/answers/postings.ts'
import { queryCount, searchNotes, viewCounts, viewItem } from '#lib/api/answers/search.ts'
import { pollItem } from '#lib/api/answers/sources.ts'
import type { CountsAnswer, DayStrip, UnreadCounts } from '#lib/api/counts.ts'
import type { MarkReadResult } from '#lib/api/mark-read.ts'
import type { PostingNotes } from '#lib/api/notes.ts'
import type { Deleted, LabelItem } from '#lib/api/organising.ts'
import type { ToldState } from '#lib/api/posting-states.ts'
import type { PostingDetail, PostingItem, PostingPage } from '#lib/api/postings.ts'
import type { QueryCount, SearchNotes, ViewCounts, ViewItem } from '#lib/api/search.ts'
import type { PollItem } from '#lib/api/sources.ts'
import type { FolderItem, SubscriptionItem } from '#lib/api/subscriptions.ts'

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
    says<PostingNotes>()(postingNotes, true),
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
    says<DayStrip>()(dayStrip, true),
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
