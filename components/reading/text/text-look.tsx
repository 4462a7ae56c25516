'use client'

import * as Popover from 'radix-ui/popover'
import { useState, type ReactNode } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { declaredReading, defaultReadingSettings } from '#lib/api/accounts/declared-reading.ts'
import type { ReadingSettingsChange } from '#lib/api/accounts/reading-settings.ts'
import { formatDecimal } from '#lib/text/format.ts'
import { useChangeReadingSettings } from '#lib/queries/accounts/change-reading-settings.ts'
import { useReadingSettings } from '#lib/queries/accounts/reading-settings.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

/** The look of texts, over a text. Opens as soon as it is there; each change shows at once. */
export function TextLook({ trigger }: { readonly trigger: ReactNode }) {
  const t = useWords('text')
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t('look')}
          className="z-50 flex w-72 flex-col gap-3 rounded-2 border border-line bg-raised p-4 shadow-menu data-[state=open]:animate-appear"
        >
          <TextLookChoices />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Face, size, width and line height of texts, one below the other. */
export function TextLookChoices() {
  const t = useWords('text')
  const locale = useLocale()
  const { typeface, sizePx, widthPx, lineHeight } = useReadingSettings()
  const mutation = useChangeReadingSettings()
  const change = (wanted: ReadingSettingsChange) =>
    mutation.mutateAsync(wanted).catch((error: unknown) => showError(t('notSaved'), error))
  const faces = [
    { value: 'serif', label: <span className="font-text">{t('fontSerif')}</span> },
    { value: 'sans', label: t('fontSans') },
  ] as const
  const standard = defaultReadingSettings
  return (
    <>
      <Segmented
        label={t('typeface')}
        value={typeface}
        options={faces}
        onChange={(chosen) => void change({ typeface: chosen })}
        className="grid grid-cols-2"
      />
      <Slider
        label={t('size')}
        value={sizePx}
        bounds={declaredReading.sizePx}
        words={(value) => t('pixels', { count: value })}
        onChange={(value) => change({ sizePx: value })}
      />
      <Slider
        label={t('width')}
        value={widthPx}
        bounds={declaredReading.widthPx}
        words={(value) => t('pixels', { count: value })}
        onChange={(value) => change({ widthPx: value })}
      />
      <Slider
        label={t('lineHeight')}
        value={lineHeight}
        bounds={declaredReading.lineHeight}
        words={(value) => formatDecimal(value, 2, locale)}
        onChange={(value) => change({ lineHeight: value })}
      />
      <Button
        size="small"
        variant="quiet"
        className="self-start"
        onClick={() =>
          void change({
            typeface: standard.typeface,
            sizePx: standard.sizePx,
            widthPx: standard.widthPx,
            lineHeight: standard.lineHeight,
          })
        }
      >
        {t('lookReset')}
      </Button>
    </>
  )
}

type SliderProps = {
  readonly label: string
  readonly value: number
  readonly bounds: { readonly least: number; readonly most: number; readonly step: number }
  readonly words: (value: number) => string
  /** Ends when the value is stored, or refused and told. */
  readonly onChange: (value: number) => Promise<unknown>
}

/**
 * Moves freely under the finger; what was chosen is stored when it rests, and shown until that is done. What the store
 * says meanwhile is of an older choice: the second of two quick presses of a key was lost to the first one's answer.
 */
function Slider({ label, value, bounds: { least, most, step }, words, onChange }: SliderProps) {
  const [moved, setMoved] = useState<{ readonly to: number; readonly isSent: boolean } | null>(null)
  const shown = moved?.to ?? value
  const settle = async () => {
    if (moved === null || moved.isSent) return
    const sent = { to: moved.to, isSent: true }
    setMoved(sent)
    await onChange(sent.to)
    setMoved((now) => (now === sent ? null : now))
  }
  return (
    <label className="grid grid-cols-[1fr_auto] gap-y-0.5 text-12">
      <span className="font-[550]">{label}</span>
      <span className="text-ink-3 tabular-nums">{words(shown)}</span>
      <input
        type="range"
        min={least}
        max={most}
        step={step}
        value={shown}
        aria-valuetext={words(shown)}
        onChange={(event) => setMoved({ to: Number(event.target.value), isSent: false })}
        onPointerUp={() => void settle()}
        onKeyUp={() => void settle()}
        onBlur={() => void settle()}
        className="col-span-2 h-6 w-full accent-ink pointer-coarse:h-11"
      />
    </label>
  )
}
