'use client'

import { Copy, ExternalLink, Mail, Share } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu, MenuItem, MenuLine } from '#components/ui/menu.tsx'
import { showError, showToast } from '#components/ui/toast.tsx'
import type { PostingItem } from '#lib/api/postings.ts'
import { useReadingSettings } from '#lib/queries/reading-settings.ts'
import { useWords } from '#lib/words/use-words.tsx'

type ShareMenuProps = {
  readonly trigger: ReactNode
  readonly posting: Pick<PostingItem, 'title' | 'url'>
}

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

/** Ways to hand a posting on; opens as soon as it is there. */
export function ShareMenu({ trigger, posting: { title, url } }: ShareMenuProps) {
  const t = useWords('text')
  const tc = useWords('common')
  const { shareTemplates } = useReadingSettings()
  const address = url ?? window.location.href
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => showToast(tc('copied')),
      (error: unknown) => showError(t('notShared'), error),
    )
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`
  return (
    <Menu trigger={trigger} defaultOpen>
      {'share' in navigator ? (
        <MenuItem onSelect={() => void shareWith({ title, url: address })}>
          <Share {...icon} /> {t('shareWith')}
        </MenuItem>
      ) : null}
      <MenuItem onSelect={() => void copy()}>
        <Copy {...icon} /> {t('copyLink')}
      </MenuItem>
      <MenuItem asChild>
        <a href={mail}>
          <Mail {...icon} /> {t('mail')}
        </a>
      </MenuItem>
      {shareTemplates.length === 0 ? null : <MenuLine />}
      {shareTemplates.map((template) => (
        <MenuItem key={`${template.name} ${template.url}`} asChild>
          <a href={filled(template.url, title, address)} target="_blank" rel="noopener noreferrer">
            <ExternalLink {...icon} /> {template.name}
          </a>
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Who closes the system's sheet has changed his mind: nothing went wrong. */
async function shareWith(data: ShareData): Promise<void> {
  await navigator.share(data).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  })
}

function filled(template: string, title: string, url: string): string {
  const values: Readonly<Record<string, string>> = { '{title}': title, '{url}': url }
  return template.replace(/\{(title|url)\}/g, (field) => encodeURIComponent(values[field] ?? ''))
}
