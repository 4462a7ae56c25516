'use client'

import { useState } from 'react'
import {
  offlineCounts,
  readOfflineCount,
  writeOfflineCount,
  type OfflineCount,
} from '#components/shell/frame/offline-count.ts'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { useHasMounted } from '#components/ui/use-has-mounted.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** The number of postings that this browser keeps to be read without the server. */
export function OfflineChoice() {
  const t = useWords('settings')
  const hasMounted = useHasMounted()
  const [chosen, setChosen] = useState<OfflineCount | null>(null)
  if (!hasMounted) return <div className="h-8" />
  const value = chosen ?? readOfflineCount()
  function choose(text: string) {
    const count = offlineCounts.find((each) => String(each) === text) ?? 0
    writeOfflineCount(count)
    setChosen(count)
  }
  const options = offlineCounts.map((count) => ({
    value: String(count),
    label: count === 0 ? t('offlineNone') : String(count),
  }))
  return <Segmented label={t('offlineCount')} value={String(value)} options={options} onChange={choose} />
}
