// Reads answers of the service into the Kotlin types that openapi-generator makes, and writes them again.
//
// Takes lines of a type's name and JSON. Prints for each the type into which it was read, and the JSON again, without nulls.

import kotlinx.serialization.KSerializer
import taphouse.infrastructure.Serializer
import taphouse.models.*

val readers: Map<String, KSerializer<out Any>> = mapOf(
    "EventPage" to EventPage.serializer(),
    "Game" to Game.serializer(),
    "GameChanged" to GameChanged.serializer(),
    "GamePage" to GamePage.serializer(),
    "Judgement" to Judgement.serializer(),
    "LegalMove" to LegalMove.serializer(),
    "LegalMovePage" to LegalMovePage.serializer(),
    "LogEntry" to LogEntry.serializer(),
    "Moves" to Moves.serializer(),
    "PlayUnprocessable" to PlayUnprocessable.serializer(),
    "Preview" to Preview.serializer(),
    "SampledWorld" to SampledWorld.serializer(),
    "World" to World.serializer(),
)

fun <T : Any> again(serializer: KSerializer<T>, text: String): String {
    val json = Serializer.kotlinxSerializationJson
    val value = json.decodeFromString(serializer, text)
    return "${value::class.simpleName} ${json.encodeToString(serializer, value)}"
}

fun main() {
    Serializer.kotlinxSerializationJsonConfiguration = { explicitNulls = false }
    for (line in generateSequence(::readLine)) {
        val (name, text) = line.split(' ', limit = 2)
        println(again(readers.getValue(name), text))
    }
}
