import {
  Activity,
  BarChart3,
  Bell,
  Bookmark,
  BookmarkPlus,
  CheckCheck,
  Compass,
  FileInput,
  Folder,
  Funnel,
  Gauge,
  Keyboard,
  Layers,
  Monitor,
  Moon,
  Plus,
  RefreshCw,
  Rss,
  Search,
  Settings,
  Star,
  Sun,
  Zap,
} from 'lucide-react'
import { usePathname, useSearchParams } from 'next/navigation'
import { bindingsOf } from '#components/reading/keys/key-bindings.ts'
import { useTheme } from '#components/shell/theme.tsx'
import { viewAddress } from '#components/shell/tree/view-order.ts'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { useGo } from '#components/ui/use-go.ts'
import { useMe } from '#lib/queries/accounts/account.ts'
import { useListSettings } from '#lib/queries/postings/list-settings.ts'
import { useFolders } from '#lib/queries/organising/folders.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useViews } from '#lib/queries/organising/views.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { readNewestId, useMarkRead, useUndoMarkRead } from '#lib/queries/postings/mark-read.ts'
import { usePollNow } from '#lib/queries/sources/sources.ts'
import type { Command } from './commands.ts'
import { foundByOf, palettePages } from './palette-pages.ts'

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75, className: 'shrink-0' } as const

/** All that the palette offers, from what this subscriber reads and what is shown; last the search for what is typed. */
export function useCommands(typed: string): Command[] {
  const t = useWords('palette')
  const go = useGo()
  const words = typed.trim()
  const search: Command = {
    // It is found by whatever is typed.
    id: 'search-for',
    group: 'search',
    name: t('searchFor', { words }),
    also: words,
    icon: <Search {...icon} />,
    run: () => go(`/?${new URLSearchParams({ q: words }).toString()}`),
  }
  const all = [...usePages(go), ...usePlaces(go), ...useActs(), ...useThemes()]
  return words === '' ? all : [...all, search]
}

type Go = ReturnType<typeof useGo>

const icons: Readonly<Record<string, typeof Layers>> = {
  '/': Layers,
  '/?fresh=1': Zap,
  '/?later=1': Bookmark,
  '/?starred=1': Star,
  '/?q=': Search,
  '/discover': Compass,
  '/sources': Rss,
  '/freshness': Activity,
  '/sources/statistics': BarChart3,
  '/alerts': Bell,
  '/subscribe': Plus,
  '/save': BookmarkPlus,
  '/sources/import': FileInput,
}

function usePages(go: Go): Command[] {
  const t = useWords('palette')
  const isAdmin = useMe().data?.role === 'admin'
  const { options } = useListSettings()
  const pages = palettePages.filter(({ group }) => isAdmin || group !== 'admin')
  return pages.map((page): Command => {
    const { href, name, group, act } = page
    const also = foundByOf(page)
    const Icon = icons[href] ?? (group === 'admin' ? Gauge : Settings)
    const isDeep = /^\/(settings|admin)[/#]|^\/api$/.test(href)
    return {
      id: href,
      group,
      name: t(name),
      isDeep,
      icon: <Icon {...icon} />,
      ...(also === null ? {} : { also: t(also) }),
      ...(act === undefined || !options.hasKeys
        ? {}
        : { keys: bindingsOf(options)[act][0]?.split(' ') ?? [] }),
      run: () => go(href),
    }
  })
}

function usePlaces(go: Go): Command[] {
  const t = useWords('palette')
  const views = useViews().data ?? []
  const folders = useFolders().data ?? []
  const subscriptions = useSubscriptions().data ?? []
  const places = [
    ...views.map((view) => ({
      id: `view ${view.id}`,
      name: view.name,
      kind: t('view'),
      href: viewAddress(view),
      icon: <Funnel {...icon} />,
    })),
    ...folders.map(({ id, name }) => ({
      id: `folder ${id}`,
      name,
      kind: t('folder'),
      href: `/?folder=${id}`,
      icon: <Folder {...icon} />,
    })),
    ...subscriptions.map(({ sourceId, title, iconUrl }) => ({
      id: `source ${sourceId}`,
      name: title,
      kind: t('source'),
      href: `/?source=${sourceId}`,
      icon: <SourceAvatar title={title} iconUrl={iconUrl} />,
    })),
  ]
  return places.map(({ href, ...place }): Command => ({ ...place, group: 'places', run: () => go(href) }))
}

function useActs(): Command[] {
  const t = useWords('palette')
  const pathname = usePathname()
  const search = useSearchParams()
  const subscriptions = useSubscriptions().data ?? []
  const { options } = useListSettings()
  const { markAllRead, pollNow } = useDeeds()
  const shownId = Number(/^\/sources\/(\d+)$/.exec(pathname)?.[1] ?? search.get('source') ?? 0)
  const shown = subscriptions.find(({ sourceId }) => sourceId === shownId)
  const acts: Command[] = [
    { id: 'mark-all', group: 'do', name: t('markAllRead'), icon: <CheckCheck {...icon} />, run: markAllRead },
  ]
  if (shown !== undefined) {
    const name = t('pollNow', { source: shown.title })
    const run = () => pollNow(shown.sourceId, shown.title)
    acts.push({ id: 'poll', group: 'do', name, icon: <RefreshCw {...icon} />, run })
  }
  // The help belongs to the keys of the page, and opens by its key.
  const [helpKey = '?'] = options.hasKeys ? bindingsOf(options).help : ['?']
  const showKeys = () => {
    for (const key of helpKey.split(' ')) window.dispatchEvent(new KeyboardEvent('keydown', { key }))
  }
  acts.push({
    id: 'keys',
    group: 'do',
    name: t('keys'),
    keys: helpKey.split(' '),
    run: showKeys,
    icon: <Keyboard {...icon} />,
  })
  return acts
}

function useThemes(): Command[] {
  const t = useWords('palette')
  const { setTheme } = useTheme()
  const themes = [
    { value: 'light', icon: <Sun {...icon} /> },
    { value: 'dark', icon: <Moon {...icon} /> },
    { value: 'system', icon: <Monitor {...icon} /> },
  ] as const
  return themes.map((theme): Command => ({
    id: `theme ${theme.value}`,
    group: 'settings',
    name: t(theme.value),
    icon: theme.icon,
    run: () => setTheme(theme.value),
  }))
}

/** The deeds of the palette itself. It is closed before an answer comes, so promises tell of it. */
function useDeeds() {
  const t = useWords('palette')
  const common = useWords('common')
  const mark = useMarkRead()
  const undoMark = useUndoMarkRead()
  const poll = usePollNow()
  const onError = (error: unknown) => showError(t('failed'), error)

  function markAllRead() {
    readNewestId()
      .then((throughId) => mark.mutateAsync({ throughId }))
      .then(({ marked, undoToken }) => {
        if (marked === 0) return showToast(t('nothingUnread'))
        const run = () => void undoMark.mutateAsync(undoToken).catch(onError)
        showToast(t('markedRead', { count: marked }), { label: common('undo'), run })
      })
      .catch(onError)
  }
  function pollNow(sourceId: number, source: string) {
    poll
      .mutateAsync(sourceId)
      .then(() => showToast(t('polled', { source })))
      .catch(onError)
  }
  return { markAllRead, pollNow }
}
