'use client'

import { use, useState } from 'react'
import { useLanguage } from '#lib/words/use-words.tsx'
import { cn } from './class-names.ts'
import { IconsShown } from './icons-shown.ts'

type SourceAvatarProps = {
  readonly title: string
  readonly iconUrl: string | null
  /** Edge in pixels: 16 in rows, 20 at texts, 36 where sources are chosen, 52 on a source's page. */
  readonly size?: number
  readonly className?: string
}

/** Icons that were shown on this page: their first letters do not flash up when they are drawn again. */
const shownUrls = new Set<string>()

/**
 * The site's icon on a square tile. The first letter on a hue made from the name stands there until the icon is loaded,
 * and for good where there is none or no picture is wanted. Decorative: the name stands beside it.
 */
export function SourceAvatar({ title, iconUrl: knownUrl, size = 16, className }: SourceAvatarProps) {
  const language = useLanguage()
  const iconUrl = use(IconsShown) ? knownUrl : null
  const [shownUrl, setShownUrl] = useState<string | null>(null)
  const isShown = iconUrl !== null && (iconUrl === shownUrl || shownUrls.has(iconUrl))
  const letter = (Array.from(title.trim())[0] ?? '?').toLocaleUpperCase(language)
  function show(url: string) {
    shownUrls.add(url)
    setShownUrl(url)
  }
  return (
    <span
      aria-hidden
      className={cn(
        'relative grid shrink-0 place-items-center overflow-hidden font-ui font-[650] text-[oklch(1_0_0)]',
        isShown && 'bg-paper',
        className,
      )}
      style={{
        width: size,
        height: size,
        borderRadius: size * 0.22,
        fontSize: size * 0.58,
        lineHeight: 1,
        ...(isShown ? {} : { background: `oklch(0.45 0.09 ${hueOf(title)})` }),
      }}
    >
      {!isShown && letter}
      {iconUrl !== null && (
        <picture className="contents">
          <img
            src={iconUrl}
            alt=""
            width={size}
            height={size}
            loading="lazy"
            referrerPolicy="no-referrer"
            onLoad={() => show(iconUrl)}
            ref={(image) => {
              // It may have come before this code was there to hear of it.
              if (image !== null && !isShown && image.complete && image.naturalWidth > 0) show(iconUrl)
            }}
            className={cn('absolute inset-0 size-full object-cover', !isShown && 'opacity-0')}
          />
        </picture>
      )}
    </span>
  )
}

/** A hue in degrees, always the same for the same name. */
function hueOf(name: string): number {
  let hash = 0
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 3600
  return hash / 10
}
