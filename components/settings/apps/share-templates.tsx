'use client'

import { X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { useChangeReadingSettings } from '#lib/queries/accounts/change-reading-settings.ts'
import { useReadingSettings } from '#lib/queries/accounts/reading-settings.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** Own ways to hand a posting on: a name, and an address that its own goes into. */
export function ShareTemplates() {
  const t = useWords('text')
  const { shareTemplates } = useReadingSettings()
  const change = useChangeReadingSettings()
  const errors = useFieldErrors(change.error)
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    const added = [...shareTemplates, { name, url }]
    change.mutate(
      { shareTemplates: added },
      {
        onSuccess: () => {
          // What was typed meanwhile stays.
          setName((now) => (now === name ? '' : now))
          setUrl((now) => (now === url ? '' : now))
        },
      },
    )
  }
  return (
    <>
      <ul className="mb-3 empty:hidden">
        {shareTemplates.map((template, index) => (
          <li
            key={`${template.name} ${template.url}`}
            className="flex items-center gap-3 border-b border-line py-1"
          >
            <span className="font-[550]">{template.name}</span>
            <span dir="ltr" className="min-w-0 flex-1 truncate text-ink-3">
              {template.url}
            </span>
            <Button
              variant="quiet"
              iconOnly
              aria-label={t('removeTemplate', { name: template.name })}
              onClick={() =>
                change.mutate({ shareTemplates: shareTemplates.filter((_, place) => place !== index) })
              }
            >
              <X aria-hidden size={16} strokeWidth={1.75} />
            </Button>
          </li>
        ))}
      </ul>
      <form onSubmit={add} onChange={errors.forget} className="flex flex-wrap items-start gap-3">
        <Field label={t('templateName')} className="w-40 max-sm:w-full">
          <TextInput value={name} required maxLength={40} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field
          label={t('templateAddress')}
          hint={t('templateHint')}
          error={errors.rest}
          className="min-w-60 flex-1"
        >
          <TextInput value={url} required dir="ltr" onChange={(event) => setUrl(event.target.value)} />
        </Field>
        <Button type="submit" className="mt-[26px] max-sm:mt-0">
          {t('addTemplate')}
        </Button>
      </form>
      <p className="mt-3 mb-1.5 text-12 text-ink-3">{t('templatePresets')}</p>
      <div className="flex flex-wrap gap-2">
        {sharePresets.map((preset) => (
          <Button
            key={preset.url}
            size="small"
            onClick={() => {
              setName(preset.name ?? t('mail'))
              setUrl(preset.url)
              errors.forget()
            }}
          >
            {preset.name ?? t('mail')}
          </Button>
        ))}
      </div>
    </>
  )
}

/** Ways to share that many use, to be changed before they are added: Mastodon has a server of one's own. */
const sharePresets = [
  { name: null, url: 'mailto:?subject={title}&body={url}' },
  { name: 'Mastodon', url: 'https://mastodon.social/share?text={title}%20{url}' },
  { name: 'Bluesky', url: 'https://bsky.app/intent/compose?text={title}%20{url}' },
  { name: 'Telegram', url: 'https://t.me/share/url?url={url}&text={title}' },
  { name: 'Reddit', url: 'https://www.reddit.com/submit?url={url}&title={title}' },
  { name: 'Hacker News', url: 'https://news.ycombinator.com/submitlink?u={url}&t={title}' },
] as const
