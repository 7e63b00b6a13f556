import localFont from 'next/font/local'

// Written by scripts/fonts.ts and scripts/fallback-fonts.ts. Browsers load files that are not preloaded when a page needs them.

export const display = localFont({
  src: '../app/fonts/bricolage-basic.woff2',
  weight: '400 800',
  style: 'normal',
  display: 'swap',
  preload: true,
  adjustFontFallback: false,
  declarations: [
    { prop: 'font-family', value: 'Bricolage' },
    {
      prop: 'unicode-range',
      value:
        'U+20-7E,U+A0,U+A9,U+B7,U+D7,U+E1,U+E9,U+ED,U+F1,U+F3,U+F6,U+FA,U+FC,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2039-203A,U+2191,U+2193,U+2212',
    },
  ],
})

export const displayLatin = localFont({
  src: '../app/fonts/bricolage-latin.woff2',
  weight: '400 800',
  style: 'normal',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: 'font-family', value: 'Bricolage' },
    {
      prop: 'unicode-range',
      value:
        'U+A1-A8,U+AA-B6,U+B8-D6,U+D8-E0,U+E2-E8,U+EA-EC,U+EE-F0,U+F2,U+F4-F5,U+F7-F9,U+FB,U+FD-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2010-2012,U+2015-2017,U+201A-201B,U+201E-2021,U+2023-2025,U+2027-2038,U+203B-205F,U+20AC,U+2122,U+2215,U+FFFD',
    },
  ],
})

export const displayExt = localFont({
  src: '../app/fonts/bricolage-ext.woff2',
  weight: '400 800',
  style: 'normal',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: 'font-family', value: 'Bricolage' },
    {
      prop: 'unicode-range',
      value:
        'U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
    },
  ],
})

export const reading = localFont({
  src: '../app/fonts/literata-basic.woff2',
  weight: '400',
  style: 'normal',
  display: 'swap',
  preload: true,
  adjustFontFallback: false,
  declarations: [
    { prop: 'font-family', value: 'Literata' },
    {
      prop: 'unicode-range',
      value:
        'U+20-7E,U+A0,U+A9,U+B7,U+D7,U+E1,U+E9,U+ED,U+F1,U+F3,U+F6,U+FA,U+FC,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2039-203A,U+2191,U+2193,U+2212',
    },
  ],
})

export const readingLatin = localFont({
  src: '../app/fonts/literata-latin.woff2',
  weight: '400',
  style: 'normal',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: 'font-family', value: 'Literata' },
    {
      prop: 'unicode-range',
      value:
        'U+A1-A8,U+AA-B6,U+B8-D6,U+D8-E0,U+E2-E8,U+EA-EC,U+EE-F0,U+F2,U+F4-F5,U+F7-F9,U+FB,U+FD-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2010-2012,U+2015-2017,U+201A-201B,U+201E-2021,U+2023-2025,U+2027-2038,U+203B-205F,U+20AC,U+2122,U+2215,U+FFFD',
    },
  ],
})

export const readingExt = localFont({
  src: '../app/fonts/literata-ext.woff2',
  weight: '400',
  style: 'normal',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: 'font-family', value: 'Literata' },
    {
      prop: 'unicode-range',
      value:
        'U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
    },
  ],
})

export const readingBold = localFont({
  src: '../app/fonts/literata-bold.woff2',
  weight: '700',
  style: 'normal',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: 'font-family', value: 'Literata' },
    {
      prop: 'unicode-range',
      value:
        'U+20-7E,U+A0,U+A9,U+B7,U+D7,U+E1,U+E9,U+ED,U+F1,U+F3,U+F6,U+FA,U+FC,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2039-203A,U+2191,U+2193,U+2212,U+A1-A8,U+AA-B6,U+B8-D6,U+D8-E0,U+E2-E8,U+EA-EC,U+EE-F0,U+F2,U+F4-F5,U+F7-F9,U+FB,U+FD-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2010-2012,U+2015-2017,U+201A-201B,U+201E-2021,U+2023-2025,U+2027-2038,U+203B-205F,U+20AC,U+2122,U+2215,U+FFFD',
    },
  ],
})

export const readingItalic = localFont({
  src: '../app/fonts/literata-italic.woff2',
  weight: '400',
  style: 'italic',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: 'font-family', value: 'LiterataItalic' },
    {
      prop: 'unicode-range',
      value:
        'U+20-7E,U+A0,U+A9,U+B7,U+D7,U+E1,U+E9,U+ED,U+F1,U+F3,U+F6,U+FA,U+FC,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2039-203A,U+2191,U+2193,U+2212,U+A1-A8,U+AA-B6,U+B8-D6,U+D8-E0,U+E2-E8,U+EA-EC,U+EE-F0,U+F2,U+F4-F5,U+F7-F9,U+FB,U+FD-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2010-2012,U+2015-2017,U+201A-201B,U+201E-2021,U+2023-2025,U+2027-2038,U+203B-205F,U+20AC,U+2122,U+2215,U+FFFD',
    },
  ],
})
