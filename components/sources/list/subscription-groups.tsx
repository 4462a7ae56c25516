'use client'

import { useMemo, useState } from 'react'
import { useSubscriptionActs } from '#components/organising/use-subscription-acts.ts'
import type { FolderItem, SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { useCounts } from '#lib/queries/postings/counts.ts'
import { useOrganising } from '#lib/queries/organising/organising.ts'
import { useLanguage, useWords } from '#lib/words/use-words.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { FolderHead } from './folder-head.tsx'
import { groupSubscriptions } from './group-subscriptions.ts'
import { SubscriptionRow } from './subscription-row.tsx'

type SubscriptionGroupsProps = {
  readonly subscriptions: readonly SubscriptionItem[]
  readonly folders: readonly FolderItem[]
  readonly search: string
}

/** Folders with their sources; what is ticked can be moved, labelled, muted or left together. */
export function SubscriptionGroups({ subscriptions, folders, search }: SubscriptionGroupsProps) {
  const t = useWords('sources')
  const language = useLanguage()
  const counts = useCounts().data
  const order = useOrganising().data?.order ?? 'name'
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set())
  const acts = useSubscriptionActs()
  const groups = useMemo(
    () => groupSubscriptions(subscriptions, folders, counts, search, order, new Intl.Collator(language)),
    [subscriptions, folders, counts, search, order, language],
  )
  const chosen = subscriptions.filter((item) => chosenIds.has(item.id))

  function choose(items: readonly SubscriptionItem[], isChosen: boolean) {
    const next = new Set(chosenIds)
    for (const item of items) {
      if (isChosen) next.add(item.id)
      else next.delete(item.id)
    }
    setChosenIds(next)
  }
  if (groups.length === 0 && search !== '')
    return <p className="py-6 text-ink-2">{t('noMatch', { search })}</p>
  return (
    <>
      {groups.map((group) => (
        <section
          key={group.folder?.id ?? 'none'}
          aria-label={group.folder?.name ?? t('withoutFolder')}
          className="mt-5"
          style={{ paddingInlineStart: group.depth * 20 }}
        >
          <FolderHead
            group={group}
            chosenIds={chosenIds}
            onChoose={(isChosen) => choose(group.items, isChosen)}
            hasFolders={folders.length > 0}
          />
          <ul>
            {group.items.map((item) => (
              <SubscriptionRow
                key={item.id}
                item={item}
                isChosen={chosenIds.has(item.id)}
                onChoose={(isChosen) => choose([item], isChosen)}
              />
            ))}
          </ul>
          {group.items.length === 0 && (
            <p className="border-b border-line py-3 ps-8 text-ink-3">{t('emptyFolder')}</p>
          )}
        </section>
      ))}
      {chosen.length > 0 && <BulkBar chosen={chosen} acts={acts} onDone={() => setChosenIds(new Set())} />}
    </>
  )
}
