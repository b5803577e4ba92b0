// node server.cjs PORT [FOLDER]: with a folder the matches are kept there (FlatFile), otherwise in memory.
const {Server, Origins, FlatFile} = require("boardgame.io/server");
const {Dice} = require("./game.cjs");

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({dir: folder}) : undefined;
const server = Server({games: [Dice], origins: [Origins.LOCALHOST], db});
server.run({port: Number(port), callback: () => console.log("ready")});
