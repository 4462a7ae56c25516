'use client'

import { Bookmark } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useHasMounted } from '#components/ui/use-has-mounted.ts'
import { CopyField } from '#components/ui/form/copy-field.tsx'
import { useWords } from '#lib/words/use-words.tsx'

/** Links to be dragged among the bookmarks: from any page they lead to subscribing to it, and to saving it. */
export function Bookmarklet() {
  const t = useWords('settings')
  return (
    <div className="space-y-4">
      <BookmarkletLink page="/subscribe" name={t('bookmarkletName')} label={t('bookmarkletAddress')} />
      <BookmarkletLink page="/save" name={t('bookmarkletLaterName')} label={t('bookmarkletLaterAddress')} />
    </div>
  )
}

type BookmarkletLinkProps = {
  /** The address it leads to, with that of the page one is on. */
  readonly page: '/subscribe' | '/save'
  readonly name: string
  readonly label: string
}

function BookmarkletLink({ page, name, label }: BookmarkletLinkProps) {
  const t = useWords('settings')
  const link = useRef<HTMLAnchorElement>(null)
  const hasMounted = useHasMounted()
  const script = hasMounted
    ? `javascript:location.href='${window.location.origin}${page}?url='+encodeURIComponent(location.href)`
    : ''
  useEffect(() => {
    link.current?.setAttribute('href', script) // React refuses scripts in addresses, rightly, where texts of others are
  }, [script])
  return (
    <div className="space-y-4">
      <p>
        <a
          ref={link}
          href={page}
          draggable
          onClick={(event) => event.preventDefault()}
          className="inline-flex h-8 cursor-grab items-center gap-1.5 rounded-2 border border-control bg-raised px-3 font-[550] hover:border-ink pointer-coarse:h-11"
        >
          <Bookmark size={15} strokeWidth={1.75} aria-hidden />
          {name}
        </a>
      </p>
      <CopyField label={label} value={script} hint={t('bookmarkletHint')} />
    </div>
  )
}
