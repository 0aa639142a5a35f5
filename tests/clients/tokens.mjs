// Counts the tokens of texts, as OpenAI's models of o200k_base see them.
import { text } from "node:stream/consumers";
import { Tiktoken } from "js-tiktoken/lite";
import ranks from "js-tiktoken/ranks/o200k_base";

const { texts } = JSON.parse(await text(process.stdin));
const tokenizer = new Tiktoken(ranks);
console.log(JSON.stringify(texts.map((one) => tokenizer.encode(one).length)));
