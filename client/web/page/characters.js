// The characters of GB 18030 and Big5, for old records. Every browser has them, so that the program need not.

// The characters of four bytes in the basic plane.
const QUADRUPLES = 39420;

// Returns those of the basic plane in the order of their bytes: those of two bytes, then those of four.
export function gb18030() {
  const bytes = [];
  for (let first = 0x81; first <= 0xfe; first++) {
    for (let second = 0x40; second <= 0xfe; second++) {
      if (second !== 0x7f) bytes.push(first, second);
    }
  }
  for (let number = 0; number < QUADRUPLES; number++) {
    const [first, second, third] = [12600, 1260, 10].map((weight) => Math.floor(number / weight));
    bytes.push(0x81 + first, 0x30 + (second % 10), 0x81 + (third % 126), 0x30 + (number % 10));
  }
  return new TextDecoder("gb18030").decode(Uint8Array.from(bytes));
}

// Returns those of Big5 in the order of their bytes, U+FFFD for pairs that have none, or more than one.
export function big5() {
  const decoder = new TextDecoder("big5");
  const pair = new Uint8Array(2);
  let characters = "";
  for (pair[0] = 0x81; pair[0] <= 0xfe; pair[0]++) {
    for (pair[1] = 0x40; pair[1] <= 0xfe; pair[1]++) {
      if (pair[1] > 0x7e && pair[1] < 0xa1) continue;
      const decoded = decoder.decode(pair);
      characters += [...decoded].length === 1 ? decoded : "\ufffd";
    }
  }
  return characters;
}
