'use client'

import { ChevronRight, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { Failed } from '#components/ui/empty.tsx'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import type { FolderItem, SubscriptionItem } from '#lib/api/subscriptions.ts'
import { useCounts } from '#lib/queries/counts.ts'
import { useFolders } from '#lib/queries/folders.ts'
import { useSubscriptions } from '#lib/queries/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { NavLink } from './nav-link.tsx'

type TreeProps = { readonly onNavigate?: () => void }

/** Folders with their sources, then the sources without a folder. */
export function FolderTree({ onNavigate }: TreeProps) {
  const t = useWords('shell')
  const folders = useFolders()
  const subscriptions = useSubscriptions()
  if (folders.isError || subscriptions.isError) {
    const retry = () => void Promise.all([folders.refetch(), subscriptions.refetch()])
    return <Failed title={t('sourcesFailed')} onRetry={retry} className="px-2 py-4" />
  }
  if (!folders.data || !subscriptions.data) return null
  const loose = subscriptions.data.filter((subscription) => subscription.folderId === null)
  return (
    <>
      {folders.data.length > 0 ? <TreeHead>{t('folders')}</TreeHead> : null}
      {folders.data.map((folder) => (
        <FolderBranch
          key={folder.id}
          folder={folder}
          subscriptions={subscriptions.data.filter((each) => each.folderId === folder.id)}
          onNavigate={onNavigate}
        />
      ))}
      {loose.length > 0 ? <TreeHead>{t('sources')}</TreeHead> : null}
      <SourceLinks subscriptions={loose} onNavigate={onNavigate} />
    </>
  )
}

function TreeHead({ children }: { readonly children: string }) {
  return <h2 className="px-2 pt-3.5 pb-1 text-11 font-[600] text-ink-3">{children}</h2>
}

type FolderBranchProps = TreeProps & {
  readonly folder: FolderItem
  readonly subscriptions: readonly SubscriptionItem[]
}

function FolderBranch({ folder, subscriptions, onNavigate }: FolderBranchProps) {
  const t = useWords('shell')
  const [isOpen, setOpen] = useState(true)
  const count = useCounts().data?.byFolder[folder.id] ?? 0
  return (
    <div>
      <div className="relative">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t('sourcesOf', { folder: folder.name })}
          onClick={() => setOpen(!isOpen)}
          className="absolute start-1 top-1/2 z-10 grid size-6 -translate-y-1/2 place-items-center rounded-1 text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:-start-1 pointer-coarse:size-9"
        >
          <ChevronRight
            aria-hidden
            size={14}
            strokeWidth={1.75}
            className={cn('transition-transform duration-(--quick)', isOpen ? 'rotate-90' : 'rtl:rotate-180')}
          />
        </button>
        <NavLink
          href={`/?folder=${folder.id}`}
          count={count}
          onNavigate={onNavigate}
          className="h-7 ps-[31px]"
        >
          {folder.name}
        </NavLink>
      </div>
      {isOpen ? (
        <SourceLinks subscriptions={subscriptions} onNavigate={onNavigate} className="ps-[29px]" />
      ) : null}
    </div>
  )
}

type SourceLinksProps = TreeProps & {
  readonly subscriptions: readonly SubscriptionItem[]
  readonly className?: string
}

function SourceLinks({ subscriptions, onNavigate, className }: SourceLinksProps) {
  const counts = useCounts().data?.bySource
  return subscriptions.map((subscription) => (
    <NavLink
      key={subscription.id}
      href={`/?source=${subscription.sourceId}`}
      icon={<SourceAvatar title={subscription.title} iconUrl={subscription.iconUrl} />}
      count={counts?.[subscription.sourceId] ?? subscription.unread}
      mark={<HealthMark subscription={subscription} />}
      onNavigate={onNavigate}
      className={cn('h-7 font-[450]', className)}
    >
      {subscription.title}
    </NavLink>
  ))
}

/** A triangle where a source does not answer or has ended; the words come with it. */
function HealthMark({ subscription: { health } }: { readonly subscription: SubscriptionItem }) {
  const t = useWords('shell')
  if (health.kind === 'ok' || health.kind === 'waiting') return null
  const words = health.message ?? (health.kind === 'gone' ? t('ended') : t('unanswered'))
  return (
    <span title={words} className="text-broken">
      <TriangleAlert aria-hidden size={14} strokeWidth={1.75} />
      <span className="sr-only">{words}</span>
    </span>
  )
}
