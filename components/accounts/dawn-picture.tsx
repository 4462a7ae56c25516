'use client'

import { useWords } from '#lib/words/use-words.tsx'
const light = 'oklch(.985 .006 225)'

/** Hills from far to near: their outline and colour. */
const hills = [
  ['M0 718C189 668 310 726 482 698S740 666 860 684V900H0z', 'oklch(.5 .05 255)'],
  ['M0 748C189 726 310 778 482 750S740 726 860 764V900H0z', 'oklch(.4 .048 250)'],
  ['M0 822C189 784 310 830 482 802S740 786 860 788V900H0z', 'oklch(.31 .04 245)'],
  ['M0 852C189 842 310 882 482 854S740 846 860 868V900H0z', 'oklch(.235 .03 242)'],
] as const

/** Spread evenly by the plastic number's sequence (Roberts 2018), denser towards the zenith; the same on every load. */
const stars = Array.from({ length: 52 }, (_, index) => ({
  x: (((index + 1) * 0.7548776662) % 1) * 860,
  y: (((index + 1) * 0.5698402909) % 1) ** 1.6 * 270,
  radius: 0.5 + ((index * 7) % 8) / 10,
  opacity: 0.2 + ((index * 3) % 5) / 10,
}))

const sky = [
  [0, 'oklch(.25 .06 262)'],
  [0.34, 'oklch(.37 .085 252)'],
  [0.54, 'oklch(.5 .085 242)'],
  [0.64, 'oklch(.69 .065 232)'],
  [0.7, 'oklch(.84 .065 75)'],
  [0.78, 'oklch(.8 .11 62)'],
] as const

/**
 * First light over fields, with a posting's path as a skylark's. Keeps its colours in both themes. A band shows the sky with
 * the bird; on phones without the words, which nobody could read there. A window too narrow for all of it loses the left.
 */
export function DawnPicture() {
  const t = useWords('accounts')
  return (
    <svg
      viewBox="0 0 860 900"
      preserveAspectRatio="xMaxYMid slice"
      role="img"
      aria-label={t('picture')}
      className="absolute inset-0 size-full max-lg:inset-auto max-lg:start-0 max-lg:-top-[11vw] max-lg:h-auto max-lg:w-full"
    >
      <defs>
        <linearGradient id="dawn-sky" x2="0" y2="1">
          {sky.map(([offset, colour]) => (
            <stop key={offset} offset={offset} stopColor={colour} />
          ))}
        </linearGradient>
        <linearGradient id="dawn-path" gradientUnits="userSpaceOnUse" x1="230" y1="620" x2="640" y2="220">
          <stop stopColor={light} stopOpacity=".95" />
          <stop offset="1" stopColor={light} stopOpacity=".55" />
        </linearGradient>
      </defs>
      <rect width="860" height="900" fill="url(#dawn-sky)" />
      {stars.map((star) => (
        <circle
          key={star.x}
          cx={star.x.toFixed(1)}
          cy={star.y.toFixed(1)}
          r={star.radius}
          fill={light}
          opacity={star.opacity}
        />
      ))}
      <circle cx="133" cy="655" r="52" fill="oklch(.94 .075 80)" />
      <path d="M0 644C189 610 310 674 482 646S740 606 860 660V900H0z" fill="oklch(.62 .045 258)" />
      <Path />
      {hills.map(([outline, colour]) => (
        <path key={colour} d={outline} fill={colour} />
      ))}
    </svg>
  )
}

function Path() {
  const t = useWords('accounts')
  return (
    <g>
      <path
        d="M330 586C420 582 486 540 524 470S590 300 664 226"
        fill="none"
        stroke="url(#dawn-path)"
        strokeWidth="2.5"
      />
      <path d="M330 586C420 582 486 540 524 470" fill="none" stroke={light} strokeWidth="4.5" />
      <circle cx="330" cy="586" r="7.5" fill="oklch(.72 .07 225)" stroke={light} strokeWidth="3" />
      <circle cx="524" cy="470" r="10" fill={light} />
      <g transform="translate(690 196) rotate(-34) scale(1.15)" fill={light}>
        <path d="M-27 3C-16-5 3-8 15-6c4-4 11-4 14 .5l7 2.5-6.5 2.5C24 7 6 10-9 6.5l-23 4.5 7-6-9-1z" />
        <path d="M2-4C-3-21-15-33-34-37c8 8 10 14 12 20 3 8 9 13 15 15z" />
        <path d="M7-6C10-21 6-34-5-44c18 7 26 21 23 38z" opacity=".82" />
      </g>
      <Label x={278} y={620} time="05:40" word={t('published')} colour="oklch(.235 .024 248)" />
      <Label x={548} y={476} time="05:44" word={t('found')} colour={light} />
      <Label x={712} y={264} time="06:10" word={t('seen')} colour={light} />
    </g>
  )
}

function Label(props: {
  readonly x: number
  readonly y: number
  readonly time: string
  readonly word: string
  readonly colour: string
}) {
  return (
    <text x={props.x} y={props.y} fill={props.colour} className="text-[15px] font-semibold max-sm:hidden">
      {props.time}
      <tspan dx="8" className="font-normal">
        {props.word}
      </tspan>
    </text>
  )
}
