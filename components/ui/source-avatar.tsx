'use client'

import { useState } from 'react'
import { useLanguage } from '#lib/words/use-words.tsx'
import { cn } from './class-names.ts'

type SourceAvatarProps = {
  readonly title: string
  readonly iconUrl: string | null
  /** Edge in pixels: 16 in rows, 20 at texts, 36 where sources are chosen, 52 on a source's page. */
  readonly size?: number
  readonly className?: string
}

/** The site's icon on a square tile, or the first letter on a hue made from the name. Decorative: the name stands beside it. */
export function SourceAvatar({ title, iconUrl, size = 16, className }: SourceAvatarProps) {
  const language = useLanguage()
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const box = { width: size, height: size, borderRadius: size * 0.22 }
  if (iconUrl !== null && iconUrl !== failedUrl) {
    return (
      <picture className="contents">
        <img
          src={iconUrl}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setFailedUrl(iconUrl)}
          ref={(image) => {
            // It may have failed before this code was there to hear of it.
            if (image !== null && image.complete && image.naturalWidth === 0) setFailedUrl(iconUrl)
          }}
          className={cn('shrink-0 bg-paper object-cover', className)}
          style={box}
        />
      </picture>
    )
  }
  const letter = (Array.from(title.trim())[0] ?? '?').toLocaleUpperCase(language)
  return (
    <span
      aria-hidden
      className={cn('grid shrink-0 place-items-center font-ui font-[650] text-[oklch(1_0_0)]', className)}
      style={{
        ...box,
        background: `oklch(0.45 0.09 ${hueOf(title)})`,
        fontSize: size * 0.58,
        lineHeight: 1,
      }}
    >
      {letter}
    </span>
  )
}

/** A hue in degrees, always the same for the same name. */
function hueOf(name: string): number {
  let hash = 0
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 3600
  return hash / 10
}
