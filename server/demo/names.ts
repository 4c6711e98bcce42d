/** Generated names and streets in real towns of the Hudson Valley. */

export const firstNames = `Abigail Aaron Adele Amara Andre Anita Arthur Beatriz Ben Bridget Calvin
Carmen Cecilia Clara Colin Dana Darius Delia Dominic Edith Eli Elena Esther Felix Fiona Frances Gail
Gideon Grace Greta Harold Hazel Hugo Imani Ines Isaac Ivy Jasper Joan Jonas Josephine Julian Kai Kira
Lamar Leah Leonard Lila Lucas Mabel Malcolm Mara Marcus Miriam Nadia Nathan Nora Olive Omar Oscar
Paloma Pearl Peter Priya Quinn Rafael Ramona Reuben Rosa Ruth Samir Selma Simon Stella Tamsin Teresa
Theo Tobias Una Vera Victor Violet Walter Wendell Yusuf Zelda`.split(/\s+/)

export const lastNames = `Abbott Acker Alvarez Ames Barlow Beekman Bell Bevier Brandt Burhans Carney
Castillo Chen Coles Costa Crispell Davenport Decker Delgado Dietz Dumond Eckert Elmendorf Ferris
Finch Flores Freer Gage Gallagher Greene Hallock Hardenbergh Hasbrouck Hayes Hoffman Ibarra Jansen
Keator Kim Kelder Lasher LeFevre Lopez Marsh Mercado Mowers Myer Nguyen Norris Okafor Osterhoudt
Palen Patel Pierce Quick Ramirez Relyea Rios Romer Rosa Sawyer Schoonmaker Shaw Silva Singh Snyder
Teller Terwilliger Torres Traver Turner Vance Vogel Walsh Weber Winne Wolf Wynkoop Yates Zimmer`.split(
  /\s+/,
)

export const streets = `Abeel Street|Albany Avenue|Alder Lane|Bearsville Road|Broadway|Cedar Street
Chapel Street|Church Street|Creek Road|Crown Street|Elm Street|Fair Street|Ferry Road|Foxhall Avenue
Green Street|Hasbrouck Avenue|Henry Street|Hillside Terrace|Huguenot Street|Hurley Avenue|John Street
Lake Street|Livingston Street|Lucas Avenue|Main Street|Maple Avenue|Market Street|Mill Hill Road
Mill Street|Mountain Rest Road|North Front Street|Oak Street|Old Post Road|Orchard Lane|Partition Street
Pearl Street|Pine Street|Plains Road|Prospect Street|River Road|Sawkill Road|South Street|Spring Street
Springtown Road|Tinker Street|Union Street|Wall Street|Washington Avenue|West Chestnut Street
Wurts Street`.split(/[|\n]/)

/** How many customers live there, roughly, next to the shop's own Kingston. */
export const towns: readonly (readonly [{ city: string; zip: string }, number])[] = [
  [{ city: 'Kingston', zip: '12401' }, 22],
  [{ city: 'Rhinebeck', zip: '12572' }, 10],
  [{ city: 'New Paltz', zip: '12561' }, 10],
  [{ city: 'Woodstock', zip: '12498' }, 8],
  [{ city: 'Saugerties', zip: '12477' }, 8],
  [{ city: 'Poughkeepsie', zip: '12601' }, 6],
  [{ city: 'Hyde Park', zip: '12538' }, 5],
  [{ city: 'Red Hook', zip: '12571' }, 5],
  [{ city: 'Highland', zip: '12528' }, 4],
  [{ city: 'Rosendale', zip: '12472' }, 4],
  [{ city: 'Stone Ridge', zip: '12484' }, 3],
  [{ city: 'High Falls', zip: '12440' }, 3],
  [{ city: 'Hurley', zip: '12443' }, 3],
  [{ city: 'Port Ewen', zip: '12466' }, 3],
  [{ city: 'Marlboro', zip: '12542' }, 2],
  [{ city: 'Tivoli', zip: '12583' }, 2],
  [{ city: 'Staatsburg', zip: '12580' }, 2],
]
