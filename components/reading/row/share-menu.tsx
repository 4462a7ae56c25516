'use client'

import { Copy, ExternalLink, Mail, Send, Settings2, Share } from 'lucide-react'
import Link from 'next/link'
import { useState, type ReactElement } from 'react'
import { Menu, MenuItem, MenuLine } from '#components/ui/open/menu.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { fillShareAddress, isShareAddress } from '#lib/api/postings/share-address.ts'
import { askToSend, useIntegrations, waitForSend } from '#lib/queries/integrations.ts'
import { useReadingSettings } from '#lib/queries/accounts/reading-settings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { IntegrationItem } from '#lib/api/integrations/integrations.ts'
import type { AreaWords } from '#lib/words/areas.ts'

type ShareMenuProps = {
  readonly trigger: ReactElement
  readonly posting: Pick<PostingItem, 'id' | 'title' | 'url' | 'sourceTitle'>
  readonly onClose?: () => void
  /** Gets the focus when it closes, where that is not the trigger. */
  readonly returnTo?: HTMLElement | null
}

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

/** Ways to hand a posting on; opens as soon as it is there. */
export function ShareMenu({ trigger, posting, onClose, returnTo = null }: ShareMenuProps) {
  const t = useWords('text')
  const tc = useWords('common')
  const { title, url } = posting
  const address = url ?? window.location.href
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => showToast(tc('copied')),
      (error: unknown) => showError(t('notShared'), error),
    )
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`
  return (
    <Menu trigger={trigger} defaultOpen onOpenChange={(isOpen) => !isOpen && onClose?.()} returnTo={returnTo}>
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
      <TemplateItems posting={posting} address={address} />
      <ServiceItems posting={posting} />
      <MenuLine />
      <MenuItem asChild>
        <Link href="/settings/connections#services" prefetch={false}>
          <Settings2 {...icon} /> {t('shareSettings')}
        </Link>
      </MenuItem>
    </Menu>
  )
}

/** The same where a key opened it and no button did; the focus goes back to where it was. */
export function ShareByKey({
  posting,
  onClose,
}: Pick<ShareMenuProps, 'posting'> & { readonly onClose: () => void }) {
  const t = useWords('text')
  const [before] = useState(() => document.activeElement)
  const [style] = useState(() => placeOfTool(t('share')))
  const trigger = (
    <button tabIndex={-1} aria-label={t('share')} style={style} className="fixed start-1/2 top-1/4" />
  )
  const returnTo = before instanceof HTMLElement ? before : null
  return <ShareMenu trigger={trigger} posting={posting} onClose={onClose} returnTo={returnTo} />
}

/** The tool of this name that is in sight, so that the menu opens there; nowhere: without one. */
function placeOfTool(name: string) {
  const tools = [...document.querySelectorAll(`main [aria-label="${CSS.escape(name)}"]`)]
  const tool = tools.map((each) => each.getBoundingClientRect()).find(({ width }) => width > 0)
  return tool && { left: tool.left, top: tool.top, width: tool.width, height: tool.height }
}

/** Own addresses; of the web in a new window, of apps without one. */
function TemplateItems({ posting, address }: Pick<ShareMenuProps, 'posting'> & { readonly address: string }) {
  const { shareTemplates } = useReadingSettings()
  const usable = shareTemplates.filter(({ url }) => isShareAddress(url))
  if (usable.length === 0) return null
  const { title, sourceTitle: source } = posting
  return (
    <>
      <MenuLine />
      {usable.map(({ name, url }) => (
        <MenuItem key={`${name} ${url}`} asChild>
          <a
            href={fillShareAddress(url, { title, source, url: address })}
            rel="noopener noreferrer"
            {...(/^https?:/i.test(url) ? { target: '_blank' } : {})}
          >
            <ExternalLink {...icon} /> {name}
          </a>
        </MenuItem>
      ))}
    </>
  )
}

/** Services keep addresses: a posting without one cannot be sent. */
function ServiceItems({ posting: { id, url } }: Pick<ShareMenuProps, 'posting'>) {
  const t = useWords('text')
  const services = useIntegrations().data ?? []
  if (services.length === 0 || url === null) return null
  return (
    <>
      <MenuLine />
      {services.map((service) => (
        <MenuItem key={service.id} onSelect={() => void sendPosting(id, service, t)}>
          <Send {...icon} /> {t('sendTo', { name: service.name })}
        </MenuItem>
      ))}
    </>
  )
}

/** A reader who closes the system's sheet has changed their mind: nothing went wrong. */
async function shareWith(data: ShareData): Promise<void> {
  await navigator.share(data).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  })
}

/** Sends a posting to a service and says what became of it; outlives the menu in which it was chosen. */
async function sendPosting(
  postingId: string,
  { id, name }: Pick<IntegrationItem, 'id' | 'name'>,
  t: AreaWords<'text'>,
): Promise<void> {
  try {
    const close = showToast(t('sending', { name }))
    const send = await waitForSend(await askToSend(postingId, id))
    close()
    if (send.state === 'sent') showToast(t('sentTo', { name }))
    else if (send.error === null) showToast(t('sendWaits', { name }))
    else showError([t(send.state === 'failed' ? 'notSentTo' : 'sentLater', { name }), send.error].join(' '))
  } catch (error) {
    showError(t('notSentTo', { name }), error)
  }
}
