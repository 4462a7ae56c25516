'use client'

import { useOpenOnPage } from '#components/ui/open/use-open-on-page.ts'
import { useGo } from '#components/ui/use-go.ts'
import { useListSettings } from '#lib/queries/postings/list-settings.ts'
import { bindingsOf, type KeyAct } from './key-bindings.ts'
import { KeyHelp } from './key-help.tsx'
import { useKeys } from './use-keys.ts'

/** The acts that lead to a list, which make sense everywhere. */
const places: Readonly<Partial<Record<KeyAct, string>>> = {
  goAll: '/',
  goFresh: '/?fresh=1',
  goStarred: '/?starred=1',
  goLater: '/?later=1',
  search: '/?q=',
}

/** The keys of pages without a list: to the lists, to the search, and the help. The reading page has its own. */
export function PageKeys() {
  const go = useGo()
  const { options } = useListSettings()
  const [isHelpOpen, setHelpOpen] = useOpenOnPage()
  const showHelp = () => setHelpOpen(true)
  const acts: Record<string, () => void> = {}
  if (options.hasKeys) {
    const bindings = bindingsOf(options)
    for (const key of bindings.help) acts[key] = showHelp
    for (const [act, href] of Object.entries(places) as [KeyAct, string][])
      for (const key of bindings[act]) acts[key] ??= () => go(href)
  }
  // It stays where no key does anything else, to be turned on there.
  useKeys(options.hasKeys ? acts : { '?': showHelp })
  return isHelpOpen ? <KeyHelp onClose={() => setHelpOpen(false)} /> : null
}
