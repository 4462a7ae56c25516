import type { AlertAbout } from '#lib/api/alerts/alerts.ts'
import { useFolders } from '#lib/queries/organising/folders.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useViews } from '#lib/queries/organising/views.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** The name of the thing that an alert is about; "" until that is known. */
export function useAboutName(): (about: AlertAbout) => string {
  const t = useWords('alerts')
  const subscriptions = useSubscriptions().data
  const folders = useFolders().data
  const views = useViews().data
  const source = (id: number | undefined) => subscriptions?.find(({ sourceId }) => sourceId === id)?.title
  const folder = (id: number | undefined) => folders?.find((each) => each.id === id)?.name
  return (about) => {
    switch (about.kind) {
      case 'source':
        return source(about.sourceId) ?? ''
      case 'folder':
        return folder(about.folderId) ?? ''
      case 'view':
        return views?.find(({ id }) => id === about.viewId)?.name ?? ''
      case 'query': {
        const place = source(about.sourceId) ?? folder(about.folderId)
        const query = about.query === '' ? t('everything') : about.query
        return place === undefined ? query : t('queryIn', { query, place })
      }
      case 'promise':
        return t('brokenFor', {
          place: source(about.sourceId) ?? folder(about.folderId) ?? t('everything'),
          hours: about.hours,
        })
      default:
        return about satisfies never
    }
  }
}
