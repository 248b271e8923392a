import type { Accents } from '../../engine/drawn-apart.ts'
import type { KeepKind } from '../../engine/keep.ts'
import { runChain, transformOnce } from '../../engine/run-chain.ts'
import type { Additions } from './additions.ts'
import type { Addition } from './own-signs.ts'
import { canTake } from './styled-text.ts'
import type { Sample } from './styled-text.ts'
import type { Style } from './styles.ts'

/** What is shown of a style, and what is left out because this browser would show boxes. */
export interface Look {
  readonly accents: Accents
  /** Whether marks that are added are left out. */
  readonly isUnmarked?: boolean
}

const plainLooks: readonly Look[] = [{ accents: 'styled' }, { accents: 'plain' }]

const markedLooks: readonly Look[] =
  [...plainLooks, ...plainLooks.map((look) => ({ ...look, isUnmarked: true }))]

/** A style with what the visitor adds to it, as the form says at each use. */
export interface AddedStyle {
  readonly style: Style
  /** Whether it can have all that is added. */
  takesAll(): boolean
  /** Returns its looks, those first that leave out least. */
  looks(): readonly Look[]
  /** Returns a text, or else the sample, in one of them. If it is too long, nothing is added. */
  styled(text: string | undefined, look: Look): Sample
}

/** Returns a style to whose output others are added. */
export function withAdditions(style: Style, additions: Additions): AddedStyle {
  const taken = () => additions.styles().filter((one) => one !== style && canTake(style, one))
  const run = (
    text: string,
    kinds: readonly KeepKind[],
    { accents, isUnmarked }: Look,
  ): string => {
    const others = taken().filter((one) => isUnmarked !== true || !isMarks(one))
    const version = additions.version?.value
    const result = others.length > 0 && runChain([style, ...others], text, kinds, accents, version)
    if (result !== false && 'output' in result) return result.output
    return transformOnce(style, text, kinds, accents, version)
  }
  return {
    style,
    takesAll: () => additions.styles().every((one) => one === style || canTake(style, one)),
    looks: () => (taken().some(isMarks) ? markedLooks : plainLooks),
    styled(text, look) {
      if (text !== undefined) {
        const [start, end] = additions.part() ?? [0, text.length]
        const part = run(text.slice(start, end), additions.kept(), look)
        return { plain: text, styled: text.slice(0, start) + part + text.slice(end) }
      }
      const sample = style.sample()
      if (taken().length === 0 && !additions.version?.value) return sample
      return { plain: sample.plain, styled: run(sample.plain, [], { ...look, accents: 'styled' }) }
    },
  }
}

/** Whether an addition puts marks on letters; all others are frames, or between letters. */
const isMarks = ({ layer }: Addition): boolean => layer !== 'frame'
