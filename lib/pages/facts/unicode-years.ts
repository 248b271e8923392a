/**
 * The year in which a version of Unicode was published; `undefined` for one that is not known here.
 * https://www.unicode.org/history/publicationdates.html
 */
export function unicodeYear(version: string): number | undefined {
  return years.get(version)
}

const years: ReadonlyMap<string, number> = new Map([
  ['1.0', 1991],
  ['1.1', 1993],
  ['2.0', 1996],
  ['2.1', 1998],
  ['3.0', 1999],
  ['3.1', 2001],
  ['3.2', 2002],
  ['4.0', 2003],
  ['4.1', 2005],
  ['5.0', 2006],
  ['5.1', 2008],
  ['5.2', 2009],
  ['6.0', 2010],
  ['6.1', 2012],
  ['6.2', 2012],
  ['6.3', 2013],
  ['7.0', 2014],
  ['8.0', 2015],
  ['9.0', 2016],
  ['10.0', 2017],
  ['11.0', 2018],
  ['12.0', 2019],
  ['12.1', 2019],
  ['13.0', 2020],
  ['14.0', 2021],
  ['15.0', 2022],
  ['15.1', 2023],
  ['16.0', 2024],
  ['17.0', 2025],
])
